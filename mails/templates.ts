import type { Letter, NamedContract, Receipt, WithdrawalRight } from "./letter";

/** The name of what a mail system fills in, such as {{price}}. */
const slot = (name: string): string => `{{${name}}}`;

const link = slot("link");
const linkUntil = slot("link_until");
const date = slot("date");
const price = slot("price");
const plan = slot("plan");
const time = slot("time");
const lastDay = slot("last_day");
const notice = slot("notice");
const contract: NamedContract = { plan, order: slot("order_number"), name: slot("name") };

/** A letter, and the name of the file that its template is written to. */
export interface Template {
  name: string;
  letter: Letter;
}

/** What each kind of sale adds to the receipt that confirms it; `renewal` is the receipt of a later payment. */
const SALES = {
  subscription: {
    follows: { kind: "renews", price: slot("next_price"), date: slot("next_date"), every: slot("every") },
  },
  trial: {
    trial: { length: slot("trial_length"), lastDay: slot("trial_last_day") },
    follows: { kind: "renews", price: slot("next_price"), date: slot("next_date"), every: slot("every") },
  },
  "free-trial": {
    trial: { length: slot("trial_length"), lastDay: slot("trial_last_day") },
    follows: { kind: "ends", date: slot("end_date") },
  },
  once: { follows: { kind: "ends", date: slot("end_date") } },
  renewal: { follows: { kind: "renews", price: slot("next_price"), date: slot("next_date"), every: slot("every") } },
} as const satisfies Record<string, Pick<Receipt, "trial" | "follows">>;

const APP = { at: slot("app_link"), until: slot("app_link_until") };

type SaleName = keyof typeof SALES;

function receiptOf(sale: SaleName, withdrawal: WithdrawalRight | undefined): Receipt {
  const facts = SALES[sale];
  return {
    ...facts,
    number: slot("receipt_number"),
    date,
    order: slot("order_number"),
    plan,
    lines: [],
    total: slot("total"),
    seller: slot("seller"),
    buyer: slot("buyer"),
    statement: slot("statement"),
    cancelAt: facts.follows.kind === "renews" ? slot("cancel_link") : undefined,
    terms: slot("terms_version"),
    termsAt: slot("terms_link"),
    ...(sale === "renewal" ? { isOfRenewal: true } : { agreed: slot("agreed"), withdrawal, app: APP }),
  };
}

const SALE_NAMES = ["subscription", "trial", "free-trial", "once", "renewal"] as const satisfies readonly SaleName[];

const LETTERS: readonly Letter[] = [
  { kind: "signIn", link, values: {} },
  { kind: "receiptsLink", link, values: {} },
  { kind: "subscriptionLink", link, values: {} },
  { kind: "trialEnds", link, linkUntil, contract, values: { date, price, every: slot("every"), lastDay, notice } },
  { kind: "renewsSoon", link, linkUntil, contract, values: { date, price, lastDay, notice } },
  { kind: "cardExpires", link, linkUntil, contract, values: { date, price } },
  { kind: "renewalFailed", link, linkUntil, contract, values: { price } },
  { kind: "renewalReminder", link, linkUntil, contract, values: { price, date } },
  { kind: "renewalLastReminder", link, linkUntil, contract, values: { price, date } },
  { kind: "cancelled", link, linkUntil, contract, values: { time, date } },
  { kind: "cancelledRefund", link, linkUntil, contract, values: { time, date, price } },
  { kind: "resumed", link, linkUntil, contract, values: { time, date, price } },
  { kind: "withdrawn", link, linkForLife: true, contract, values: { time, date, price } },
  { kind: "withdrawnFree", link, linkForLife: true, contract, values: { time, date } },
  { kind: "unfinished", link, values: { plan, price } },
  { kind: "continueOrder", link, values: { plan } },
  { kind: "paidTwice", link, values: { plan, price } },
  {
    kind: "declared",
    link,
    values: { title: slot("title"), time },
    declared: {
      name: slot("name"),
      contract: slot("contract"),
      email: slot("email"),
      manner: slot("manner"),
      reason: slot("reason"),
      end: slot("end"),
    },
  },
  { kind: "renewalStopped", link, contract, values: {} },
  { kind: "renewalBack", link, linkUntil, contract, values: { date, price } },
  { kind: "renewalEnded", link, linkUntil, contract, values: { date } },
  { kind: "refunded", link, contract, values: { price } },
  { kind: "refundedWhole", link, contract, values: { price } },
];

/**
 * Every letter with slots in place of its values, by the name of its file: what is exported, and previewed.
 * @param withdrawalDays of buyers who have the right to withdraw; undefined: they have none
 */
export function templates(withdrawalDays: number | undefined): Template[] {
  const withdrawal =
    withdrawalDays === undefined
      ? undefined
      : { days: withdrawalDays, until: slot("withdraw_until"), at: slot("withdraw_link") };
  return [
    ...SALE_NAMES.map((sale): Template => {
      const receipt = receiptOf(sale, withdrawal);
      return { name: `receipt-${sale}`, letter: { kind: "receipt", link, linkForLife: true, values: {}, receipt } };
    }),
    ...LETTERS.map((letter) => ({ name: letter.kind, letter })),
  ];
}

/** The brand that a template is written in the name of. */
export const TEMPLATE_SENDER = { appName: slot("app"), supportEmail: slot("support_email"), company: slot("company") };
