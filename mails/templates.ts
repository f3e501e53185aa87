import type { Letter, LetterKind } from "./letter";

/** The name of what a mail system fills in, such as {{price}}. */
const slot = (name: string): string => `{{${name}}}`;

const link = slot("link");

/** A letter of each kind with slots in place of its values: what is exported as a template, and previewed. */
export const TEMPLATES: Readonly<{ [Kind in LetterKind]: Extract<Letter, { kind: Kind }> }> = {
  receipt: {
    kind: "receipt",
    link,
    told: {},
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
  signIn: { kind: "signIn", link, told: {} },
  receiptsLink: { kind: "receiptsLink", link, told: {} },
  subscriptionLink: { kind: "subscriptionLink", link, told: {} },
  trialEnds: { kind: "trialEnds", link, told: { date: slot("date"), price: slot("price"), every: slot("every") } },
  renewsSoon: { kind: "renewsSoon", link, told: { date: slot("date"), price: slot("price") } },
  renewalFailed: { kind: "renewalFailed", link, told: { price: slot("price") } },
  cancelled: { kind: "cancelled", link, told: { time: slot("time"), date: slot("date") } },
  resumed: { kind: "resumed", link, told: { date: slot("date"), price: slot("price") } },
  withdrawn: { kind: "withdrawn", link, told: { time: slot("time"), price: slot("price") } },
  withdrawnFree: { kind: "withdrawnFree", link, told: { time: slot("time") } },
  unfinished: { kind: "unfinished", link, told: { plan: slot("plan"), price: slot("price") } },
  continueOrder: { kind: "continueOrder", link, told: { plan: slot("plan") } },
  paidTwice: { kind: "paidTwice", link, told: { plan: slot("plan"), price: slot("price") } },
  renewalStopped: { kind: "renewalStopped", link, told: { plan: slot("plan") } },
  renewalBack: { kind: "renewalBack", link, told: { plan: slot("plan"), date: slot("date"), price: slot("price") } },
};

/** The brand that a template is written in the name of. */
export const TEMPLATE_SENDER = { appName: slot("app"), supportEmail: slot("support_email"), company: slot("company") };
