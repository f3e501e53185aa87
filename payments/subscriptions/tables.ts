import type { Generated, Selectable } from "kysely";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { SUBSCRIPTION_STATES, SubscriptionAction } from "~/upstream/contract/subscriptions";
import type { SUBSCRIPTION_SOURCES } from "~/upstream/contract/visitor";
import type { Abilities } from "../drivers/driver";

/** Times are milliseconds since 1970, amounts major units. */
export interface SubscriptionTables {
  subscriptions: SubscriptionsTable;
  subscription_charges: ChargesTable;
  subscription_orders: SubscriptionOrdersTable;
  /** The idempotency keys of changes that were answered. */
  subscription_keys: { key: string; fingerprint: string };
  plan_changes: PlanChangesTable;
  /** When a link to a page was mailed to an address. */
  subscription_links: { id: Generated<number>; email: string; at: number };
  resume_links: ResumeLinksTable;
  contract_links: ContractLinksTable;
  subscription_declarations: DeclarationsTable;
}

export type Resumes = Abilities["resume"];

interface SubscriptionsTable {
  id: string;
  /** The order it was bought with, whose grant its renewals prolong. */
  order_id: string;
  source: (typeof SUBSCRIPTION_SOURCES)[number];
  plan_id: string;
  /** JSON of what its paid attempt sold, see catalogue/sold.ts. */
  sold: string;
  /** Lower case. */
  email: string;
  user_id: number | null;
  state: (typeof SUBSCRIPTION_STATES)[number];
  /** 0 or 1: it was paid once, or is a trial that ends by itself. */
  renews: Generated<number>;
  /** The price of every later period; 0 where there is none. */
  amount: number;
  currency: string;
  /** 0 or 1: nothing but a trial was paid yet. */
  is_trial: number;
  /** The running period: 1 was bought with the order. */
  period: number;
  /** What the running period is worth, in the plan's own currency: a change of plan takes off what is left of it. */
  period_worth: number;
  period_starts_at: number;
  /** The end of the running period, which is when it renews; or of a month's notice. */
  ends_at: number;
  /** 0 or 1: agreed to end with a month's notice once it has renewed, with what is left of the money. */
  months_notice: Generated<number>;
  /** The end of what is paid, where the notice ends it sooner; null: that is `ends_at`. */
  paid_until: number | null;
  bought_at: number;
  /** Null: it cannot be withdrawn from any more. */
  withdraw_until: number | null;
  /** Until then the brand's own guarantee gives the money back; null: it does not, or not any more. */
  money_back_until: number | null;
  /** When the last renewal failed; null where none did, or it was made good. */
  failed_at: number | null;
  /** How many days after that the last letter about it was due; null: none was sent yet. */
  reminded_day: number | null;
  /** When its provider takes the next payment, where that is another day than `ends_at`; null: it is not. */
  renews_at: number | null;
  /** When the next payment is that its owner was told of by mail. */
  announced_end: number | null;
  /** When the card expires that the next payment is taken from; null: it is no card, or nobody said. */
  card_ends_at: number | null;
  /** When the next payment is of which its owner was told that its card expires before. */
  card_announced_end: number | null;
  /** The order by which its owner changed to another plan. */
  replaced_by: string | null;
  /** The order whose renewal took the place of this one's, which comes back if that order is refunded. */
  stopped_by: string | null;
  /** What its owner has to be written yet: that the renewal was stopped, or is back. */
  letter_due: "stopped" | "back" | null;
  /** The unguessable part of the address of the provider's page about it. */
  session: string;
  /** The provider that renews it; null: our clock does, or nobody. See subscriptions/provider/. */
  driver: ProviderCode | AppProviderCode | null;
  /** The provider's id of it; null: not known yet. */
  reference: string | null;
  /** How the provider brings back a renewal that was cancelled. */
  resumes: Resumes | null;
  /** When the provider was last asked about it. */
  synced_at: number | null;
  /** When the provider is asked next, even if nobody rings; null: not any more. */
  next_sync_at: number | null;
  /** How often in a row the provider has not answered. */
  sync_tries: Generated<number>;
  /** 0 or 1: there is news since it was last asked about. */
  rung: Generated<number>;
  /** Its id where it was sold, if that was elsewhere: see transfer/. */
  imported_as: string | null;
  /** The end of what was paid before it came here. */
  imported_until: number | null;
}

/** What a provider is to do with a subscription. Those of one subscription are done one after the other. */
interface SubscriptionOrdersTable {
  seq: Generated<number>;
  /** Null: of a payment that was given back before anything was granted. */
  subscription_id: string | null;
  driver: ProviderCode | AppProviderCode;
  /** Null: the subscription's, once that is known. */
  reference: string | null;
  what: "cancel_at_end" | "resume" | "end_now";
  /** The same for every try. */
  key: string;
  /** `failed`: the provider will not, or a later order took its place. */
  state: "due" | "done" | "failed";
  tries: number;
  next_try_at: number;
  ordered_at: number;
  done_at: number | null;
}

/** What a provider took for a renewal. */
interface ChargesTable {
  /** The provider's id of the capture, where a provider renewed it. */
  id: string;
  subscription_id: string;
  /** A period is charged once. One that was given back because nobody wanted it has a number, too. */
  period: number;
  amount: number;
  currency: string;
  state: "kept" | "refunded";
  /** What of a kept one has to go back, because a notice ended its period before it was over, or the operator gives it. */
  given_back: Generated<number>;
  /** What went back or is on its way, by whomever: see refunds/. */
  returned: Generated<number>;
  /** The period that was paid for. */
  starts_at: number;
  ends_at: number;
  at: number;
}

/** The subscription that a payment would replace, and what was taken off its price. */
interface PlanChangesTable {
  attempt_id: string;
  subscription_id: string;
  /** The subscription's period of which the rest was taken off. */
  period: number;
  /** In the plan's own currency. */
  deduction: number;
}

/** Where the buyer of an unpaid order can go on. */
interface ResumeLinksTable {
  order_id: string;
  url: string;
  /** `dropped`: there was no reason to send it when it was due. */
  state: "waiting" | "mailed" | "dropped";
}

/** The links in letters that open one order's contract. */
interface ContractLinksTable {
  /** SHA-256 of the link's sign, in hex. */
  sign_hash: string;
  order_id: string;
  made_at: number;
  /** Null: for life. */
  good_until: number | null;
}

/** What owners declared about their subscriptions: a row is never changed. */
interface DeclarationsTable {
  id: Generated<number>;
  subscription_id: string;
  action: SubscriptionAction;
  /** As whoever declared it gave it. */
  name: string | null;
  declared_at: number;
  /** When the service ends by it, or would have without it. */
  ends_at: number;
  /** What goes back, in the subscription's currency; null: nothing was spoken of. */
  refund: number | null;
}

export type ContractLinkRow = Selectable<ContractLinksTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type SubscriptionOrder = Selectable<SubscriptionOrdersTable>;
export type ChargeRow = Selectable<ChargesTable>;
export type PlanChange = Selectable<PlanChangesTable>;
