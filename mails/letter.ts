/** What each kind of letter has to be told besides where its button leads. */
const TOLD = {
  receipt: [],
  signIn: [],
  receiptsLink: [],
  subscriptionLink: [],
  trialEnds: ["date", "price", "every"],
  renewsSoon: ["date", "price"],
  renewalFailed: ["price"],
  cancelled: ["time", "date"],
  resumed: ["date", "price"],
  withdrawn: ["time", "price"],
  unfinished: ["plan", "price"],
} as const;

export type LetterKind = keyof typeof TOLD;
export const LETTER_KINDS = Object.keys(TOLD).filter((kind): kind is LetterKind => kind in TOLD);

export const toldIn = (kind: LetterKind): readonly string[] => TOLD[kind];

/** A line of a receipt; its label is the message pay-plan:lines.<kind>, or `label` where the API names a tax. */
export interface ReceiptLine {
  kind: "plan" | "discount" | "deduction" | "coupon" | "trial" | "tax";
  label?: string;
  amount: string;
}

/** All that a receipt says. What is missing is not told. */
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
  /** The version of the terms that were agreed to. */
  terms?: string;
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
    told: Readonly<Record<(typeof TOLD)[Kind][number], string>>;
  } & (Kind extends "receipt" ? { receipt: Receipt } : unknown);
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
