import { z } from "zod";
import {
  address,
  amountRead,
  botToken,
  currencyRead,
  email,
  identifier,
  instantRead,
  isoDay,
  momentRead,
  optional,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import { addDays } from "./deadlines";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { invoiceOwner } from "./invoices";
import { renewal } from "./purchase-result";
import { SUBSCRIPTION_SOURCES } from "./visitor";

/** The optional calls of a payments API, by the names under which common/params says that it has them. */
export const OPTIONAL_CALLS = [
  "subscriptions",
  "subscription_link",
  "declarations",
  "resume_link",
  "end_links",
  "store_tokens",
  "redemptions",
  "details",
] as const;

export const SUBSCRIPTION_STATES = ["active", "ending", "past_due", "ended", "withdrawn"] as const;

/** Until a moment; a day on its own holds until it is over everywhere on earth. */
const untilRead = z.union([isoDay.transform((day) => `${addDays(day, 1)}T12:00:00.000Z`), instantRead]);

const moneyRead = z.object({ amount: amountRead, currency: currencyRead });

/**
 * A contract, be it one that renews or not. Days, if sent, are what the buyer is told of the moments beside them.
 * `active` renews; `ending` was cancelled and runs to its end; `past_due`: the last renewal failed;
 * `ended` is over; `withdrawn`: the contract was withdrawn from and the money goes back.
 */
const subscription = z.object({
  subscription_id: identifier,
  order_id: optional(identifier),
  plan_id: optional(identifier),
  /** An unknown word counts as active, so that a subscription that costs money is never hidden. */
  state: z.enum(SUBSCRIPTION_STATES).catch("active"),
  source: z.enum(SUBSCRIPTION_SOURCES).catch("web"),
  /** Nothing but a trial was paid yet. */
  is_trial: optional(yesOrNo),
  /** False: paid once, or a trial that ends by itself. There is nothing to cancel. Missing: it renews until it is cancelled. */
  renews: optional(yesOrNo),
  /** False: once it is cancelled, its renewal cannot come back. Missing: it can, until it ends. */
  resumable: optional(yesOrNo),
  bought_at: optional(momentRead),
  bought_day: optional(isoDay),
  /** The next payment; missing where there is none. */
  renewal: optional(renewal),
  /** The end of what is paid, or of the notice where that is sooner. */
  ends_at: optional(momentRead),
  ends_day: optional(isoDay),
  /** Until then, and no longer, it can be withdrawn from; missing: it cannot. */
  withdraw_until: optional(untilRead),
  /** The last day for that, to its end. */
  withdraw_day: optional(isoDay),
  /** The buyer's law gives no right to withdraw: the seller lets them. Missing: it is not told. */
  withdraw_voluntary: optional(yesOrNo),
  /** What a withdrawal gives back; once withdrawn from, what it gave. */
  refund: optional(moneyRead),
  /**
   * How it ends if it is cancelled now, or how it will since it was: when, and what then goes back. Without a refund, or with one of 0, nothing does; missing:
   * it is not told.
   */
  cancellation: optional(
    z
      .object({ ends_at: optional(momentRead), ends_day: optional(isoDay), refund: optional(moneyRead) })
      .transform(({ refund, ...end }) => ({
        ...end,
        refund: refund !== undefined && refund.amount > 0 ? refund : undefined,
      })),
  ),
  /** The provider's page where its way to pay is changed. */
  manage_url: optional(address),
});
export type Subscription = z.output<typeof subscription>;

export const subscriptionList = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/subscriptions`,
  summary: "The contracts of a signed visitor, newest first, those that ended or never renewed included",
  body: invoiceOwner,
  answer: z.object({ subscriptions: z.array(subscription).max(500) }),
  list: { name: "subscriptions", item: subscription },
  repeat: "always",
} as const satisfies Endpoint;

export const SUBSCRIPTION_ACTIONS = ["cancel", "resume", "withdraw"] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/** Asking for what is already so changes nothing and is no error. The owner gets a mail about each change. */
export const subscriptionChange = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/subscription_change`,
  summary: "End a subscription's renewal, undo that, or withdraw from the contract",
  body: invoiceOwner.extend({ subscription_id: identifier, action: z.enum(SUBSCRIPTION_ACTIONS) }),
  answer: z.object({
    subscription,
    /** When it was first requested. */
    asked_at: optional(instantRead),
    /** Where the confirmation goes, partly hidden. */
    email_hint: optional(z.string().max(254)),
  }),
  repeat: "with-key",
} as const satisfies Endpoint;

/** The pages that a mailed link opens for whoever owns the address. */
export const LINKED_PAGES = ["cancel", "withdraw", "renewal", "receipts"] as const;
export type LinkedPage = (typeof LINKED_PAGES)[number];

/** The answer is the same whether the address is known or not. Guarded by the bot check (action `subscription_link`). */
export const subscriptionLink = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/subscription_link`,
  summary: "Mail the owner of an address a signed link to a page of the site",
  body: z.object({ email, page: z.enum(LINKED_PAGES), language: z.string().max(16).optional(), recasign: botToken }),
  answer: z.object({ sent: optional(yesOrNo) }),
  repeat: "never",
} as const satisfies Endpoint;

/** The same order sent twice is the same link. */
export const resumeLink = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/resume_link`,
  summary: "Where a buyer who has not paid can go on, for a mail that brings them back",
  body: z.object({ order_id: identifier, email, url: address, language: z.string().max(16).optional() }),
  answer: z.object({}),
  repeat: "always",
} as const satisfies Endpoint;
