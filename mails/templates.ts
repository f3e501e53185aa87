import type { Letter, LetterKind } from "./letter";

/** The name of what a mail system fills in, such as {{price}}. */
const slot = (name: string): string => `{{${name}}}`;

const link = slot("link");

/** A letter of each kind with slots in place of its values: what is exported as a template, and previewed. */
export const TEMPLATES: Readonly<{ [Kind in LetterKind]: Extract<Letter, { kind: Kind }> }> = {
  receipt: {
    kind: "receipt",
    link,
    values: {},
    receipt: {
      number: slot("receipt_number"),
      date: slot("date"),
      order: slot("order_number"),
      plan: slot("plan"),
      lines: [],
      total: slot("total"),
      seller: slot("seller"),
      buyer: slot("buyer"),
      statement: slot("statement"),
      next: slot("next_payment"),
      cancelAt: slot("cancel_link"),
      terms: slot("terms_version"),
      termsAt: slot("terms_link"),
    },
  },
  signIn: { kind: "signIn", link, values: {} },
  receiptsLink: { kind: "receiptsLink", link, values: {} },
  subscriptionLink: { kind: "subscriptionLink", link, values: {} },
  trialEnds: { kind: "trialEnds", link, values: { date: slot("date"), price: slot("price"), every: slot("every") } },
  renewsSoon: { kind: "renewsSoon", link, values: { date: slot("date"), price: slot("price") } },
  renewalFailed: { kind: "renewalFailed", link, values: { price: slot("price") } },
  cancelled: { kind: "cancelled", link, values: { time: slot("time"), date: slot("date") } },
  resumed: { kind: "resumed", link, values: { date: slot("date"), price: slot("price") } },
  withdrawn: { kind: "withdrawn", link, values: { time: slot("time"), price: slot("price") } },
  withdrawnFree: { kind: "withdrawnFree", link, values: { time: slot("time") } },
  unfinished: { kind: "unfinished", link, values: { plan: slot("plan"), price: slot("price") } },
  continueOrder: { kind: "continueOrder", link, values: { plan: slot("plan") } },
  paidTwice: { kind: "paidTwice", link, values: { plan: slot("plan"), price: slot("price") } },
  declared: {
    kind: "declared",
    link,
    values: { title: slot("title"), time: slot("time") },
    declared: {
      name: slot("name"),
      contract: slot("contract"),
      email: slot("email"),
      manner: slot("manner"),
      reason: slot("reason"),
      end: slot("end"),
    },
  },
  renewalStopped: { kind: "renewalStopped", link, values: { plan: slot("plan") } },
  renewalBack: { kind: "renewalBack", link, values: { plan: slot("plan"), date: slot("date"), price: slot("price") } },
};

/** The brand that a template is written in the name of. */
export const TEMPLATE_SENDER = { appName: slot("app"), supportEmail: slot("support_email"), company: slot("company") };
