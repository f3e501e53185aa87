/** What each kind of letter tells besides where its button leads. */
interface LetterValues {
  receipt: Record<never, string>;
  signIn: Record<never, string>;
  receiptsLink: Record<never, string>;
  subscriptionLink: Record<never, string>;
  trialEnds: { date: string; price: string; every: string };
  renewsSoon: { date: string; price: string };
  renewalFailed: { price: string };
  /** `time`: when it was received; `date`: until when the plan runs. */
  cancelled: { time: string; date: string };
  resumed: { date: string; price: string };
  withdrawn: { time: string; price: string };
  /** Nothing was charged before. */
  withdrawnFree: { time: string };
  unfinished: { plan: string; price: string };
  /** Somebody tries to pay for the same in another browser. */
  continueOrder: { plan: string };
  /** `price`: what goes back. */
  paidTwice: { plan: string; price: string };
  /** Somebody declared something without a link. `title`: what; `time`: when. */
  declared: { title: string; time: string };
  /** A newer plan renews in place of this one. */
  renewalStopped: { plan: string };
  /** The newer plan was given back. */
  renewalBack: { plan: string; date: string; price: string };
}
export type LetterKind = keyof LetterValues;

/** A line of a receipt; its label is the message pay-plan:lines.<kind>, or `label` where the API names a tax. */
export interface ReceiptLine {
  kind: "plan" | "discount" | "deduction" | "coupon" | "trial" | "tax";
  label?: string;
  amount: string;
}

/** All that a receipt says. What is missing is left out. */
export interface Receipt {
  number: string;
  date: string;
  order: string;
  plan: string;
  lines: readonly ReceiptLine[];
  total: string;
  seller?: string;
  buyer?: string;
  /** The merchant's name on the card statement. */
  statement?: string;
  /** The next payment, as a sentence. */
  next?: string;
  /** Where the subscription is cancelled. */
  cancelAt?: string;
  /** The version of the terms that were agreed to, and where it can be read for good. */
  terms?: string;
  termsAt?: string;
}

/** What was declared, as it will be read; a withdrawal has no manner and no end. */
export interface Declared {
  name: string;
  contract: string;
  email: string;
  manner?: string;
  reason?: string | undefined;
  end?: string;
}

/**
 * A letter to a buyer. Every value is text as it will be read: amounts and days are formatted in the reader's language. A template for
 * another mail system has the names of what that fills in instead, such as "{{price}}".
 */
export type Letter = {
  [Kind in LetterKind]: {
    kind: Kind;
    /** Where the button leads: an absolute address. */
    link: string;
    values: Readonly<LetterValues[Kind]>;
  } & (Kind extends "receipt" ? { receipt: Receipt } : Kind extends "declared" ? { declared: Declared } : unknown);
}[LetterKind];

/** Who writes: a brand. */
export interface Sender {
  appName: string;
  supportEmail: string;
  /** The company's name and postal address. */
  company?: string;
  /** The colour of the button, such as #0b7d62. White text on it has to be readable. */
  color?: string;
}

/** A letter ready to be sent, in one language. */
export interface RenderedLetter {
  subject: string;
  html: string;
  text: string;
}
