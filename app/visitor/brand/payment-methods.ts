/** The words for a way to pay: each has a name and a hint among the messages `providers`. */
export const METHOD_WORDS = [
  "card",
  "cardOrLocal",
  "cardOrWallet",
  "applePayGooglePay",
  "paypal",
  "wallet",
  "upi",
] as const;

/** Pictures of what can be paid with: the views of `app/providers/marks.svg`. `card` and `bank` stand for any. */
export const PAYMENT_MARKS = [
  "visa",
  "mastercard",
  "amex",
  "jcb",
  "unionpay",
  "paypal",
  "apple-pay",
  "google-pay",
  "upi",
  "card",
  "bank",
] as const;
export type PaymentMark = (typeof PAYMENT_MARKS)[number];

/** A provider as a brand's buyers know it. */
export interface PaymentMethod {
  name: (typeof METHOD_WORDS)[number];
  marks: readonly PaymentMark[];
  /** The company that takes the payment, as the buyer meets it there. */
  partner?: string;
}
