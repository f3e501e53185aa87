/** Which contract a letter is about. */
export interface NamedContract {
  plan: string;
  /** The order's number. */
  order: string;
  /** Who declared something, where they gave a name. */
  name?: string;
}

/** What each kind of letter tells besides where its button leads. */
interface LetterValues {
  receipt: Record<never, string>;
  signIn: Record<never, string>;
  receiptsLink: Record<never, string>;
  subscriptionLink: Record<never, string>;
  /**
   * `lastDay`: on which cancelling still keeps the payment of `date` from being made; `notice`: how the plan can be ended after it, where
   * that was agreed and begins with this payment.
   */
  trialEnds: { date: string; price: string; every: string; lastDay: string; notice?: string };
  renewsSoon: { date: string; price: string; lastDay: string; notice?: string };
  /** The card that the payment of `date` is to be taken from expires before. */
  cardExpires: { date: string; price: string };
  renewalFailed: { price: string };
  /** It still is not paid. `date`: until when the plan runs all the same, if it still does. */
  renewalReminder: { price: string; date?: string };
  renewalLastReminder: { price: string; date?: string };
  /** `time`: when the declaration was received; `date`: until when the plan runs. */
  cancelled: { time: string; date: string };
  /** `price`: what goes back then. */
  cancelledRefund: { time: string; date: string; price: string };
  /** `date`: of the next payment. */
  resumed: { time: string; date: string; price: string };
  /** `date`: the end of the service; `price`: what goes back. */
  withdrawn: { time: string; date: string; price: string };
  /** Nothing was charged before. */
  withdrawnFree: { time: string; date: string };
  unfinished: { plan: string; price: string };
  /** Somebody tries to pay for the same in another browser. */
  continueOrder: { plan: string };
  /** `price`: what goes back. */
  paidTwice: { plan: string; price: string };
  /** Somebody declared something without a link. `title`: what; `time`: when. */
  declared: { title: string; time: string };
  /** A newer plan renews in place of this one. */
  renewalStopped: Record<never, string>;
  /** The newer plan was given back. */
  renewalBack: { date: string; price: string };
  /** The payment provider does not renew it any more, whoever has ended it there. `date`: until when the plan runs, if it still does. */
  renewalEnded: { date?: string };
  /** The company gives money back, and the plan runs on. `price`: how much. */
  refunded: { price: string };
  /** It gives all of it back, and the plan has ended. */
  refundedWhole: { price: string };
}
export type LetterKind = keyof LetterValues;

/** The kinds that are about a contract that its owner has. */
type ContractKind =
  | "trialEnds"
  | "renewsSoon"
  | "cardExpires"
  | "renewalFailed"
  | "renewalReminder"
  | "renewalLastReminder"
  | "cancelled"
  | "cancelledRefund"
  | "resumed"
  | "withdrawn"
  | "withdrawnFree"
  | "renewalStopped"
  | "renewalBack"
  | "renewalEnded"
  | "refunded"
  | "refundedWhole";

/** A line of a receipt; its label is the message sale:lines.<kind>, or `label` where the API names a tax. */
export interface ReceiptLine {
  kind: "plan" | "discount" | "deduction" | "coupon" | "trial" | "tax";
  label?: string;
  amount: string;
}

/** What follows what was paid for; `every` is missing where the period is not known. */
export type WhatFollows =
  | { kind: "renews"; price: string; date: string; every?: string }
  /** Nothing more is charged; `date`: the end of the plan. */
  | { kind: "ends"; date?: string };

/** That the contract can be withdrawn from without a reason. */
export interface WithdrawalRight {
  days: number;
  /** The last day. */
  until?: string;
  /** The page where it is done. */
  at: string;
}

/** The link that opens the app with what was bought, once. */
export interface AppOpening {
  at: string;
  /** The last day on which it does. */
  until: string;
}

/** All that a receipt says; that of the first payment confirms the contract. What is missing is left out. */
export interface Receipt {
  /** It is for a later payment: the contract was confirmed with the first. */
  isOfRenewal?: boolean;
  number: string;
  date: string;
  order: string;
  plan: string;
  /** The trial that was sold. */
  trial?: { length: string; lastDay: string };
  follows?: WhatFollows;
  lines: readonly ReceiptLine[];
  total: string;
  seller?: string;
  buyer?: string;
  /** The merchant's name on the card statement. */
  statement?: string;
  /** Where the subscription is cancelled. */
  cancelAt?: string;
  /** The words that stood at the button. */
  agreed?: string;
  /** The version of the terms that were agreed to, and where it can be read for good. */
  terms?: string;
  termsAt?: string;
  withdrawal?: WithdrawalRight;
  /** Only in the mail to the order's own address. */
  app?: AppOpening;
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
    /** The last day on which the link opens the contract that the letter is about. */
    linkUntil?: string;
    /** Its links open that contract for life: it goes to the contract's owner only. */
    linkForLife?: boolean;
    values: Readonly<LetterValues[Kind]>;
  } & (Kind extends "receipt" ? { receipt: Receipt } : Kind extends "declared" ? { declared: Declared } : unknown) &
    (Kind extends ContractKind ? { contract: NamedContract } : unknown);
}[LetterKind];

/** A letter about a contract that its owner has. */
export type ContractLetter = Extract<Letter, { kind: ContractKind }>;

/** Who writes: a brand. */
export interface Sender {
  appName: string;
  /** Where complaints go, too. */
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
