import type { Device } from "~/visitor/browser/device.server";

/** Colours derived from a brand's own, for one colour scheme; all are readable where the styles use them. */
export interface BrandColors {
  /** For links, icons and the background of buttons. */
  brand: string;
  /** The same on hover. */
  strong: string;
  /** A light background for text. */
  soft: string;
  /** Text on a button. */
  on: string;
}

/** One white-label app as the site shows it, chosen by its numeric app id. */
export interface Brand {
  appName: string;
  /** How the visitor is identified: by the `uid` of the app's link. */
  mode: "userId";
  policyUrl: string;
  termsUrl: string;
  /** Where subscriptions are ended, and contracts withdrawn from, where the payments API has no call for it. */
  cancelUrl?: string;
  withdrawUrl?: string;
  /** The app's icon: a path below public/. */
  brandImage: string;
  /** Shown beside a link to the site that somebody shares, 1200 by 630; such places take no SVG. */
  shareImage?: string;
  /** Shown next to every support reference. */
  supportEmail: string;
  /** Addresses that open the app on a device; without them the site has no way into the app. */
  appLinks?: { ios: string; android: string };
  /** The picture in the header; by default the icon. */
  logo?: string;
  /** The manifest's file name below /brands/. */
  webmanifest?: string;
  /** Without it the site keeps the default colours. */
  primaryColor?: string;
  /** Derived from primaryColor. */
  colors?: { light: BrandColors; dark: BrandColors };
  /** What is said of every plan beside its price. */
  promises: readonly BrandPromise[];
  /** The brand promises money back: a page says how it is claimed. */
  hasMoneyBack?: true;
  /** Who runs the site. */
  imprintUrl?: string;
  /** What Japanese law has a seller disclose. */
  commerceUrl?: string;
}

/**
 * `allDevices`: one account is enough for all devices; `helpInLanguage`: people answer support's mail, in the buyer's language;
 * `hidesSites`: an internet provider can't see which sites are opened; `taxIncluded`: the tax is in every price, also where the payments
 * API doesn't say how much it is.
 */
export const BRAND_PROMISES = ["allDevices", "helpInLanguage", "hidesSites", "taxIncluded"] as const;
type BrandPromise = (typeof BRAND_PROMISES)[number];

const declarations = ({ brand, strong, soft, on }: BrandColors): string =>
  `:root{--brand:${brand};--brand-strong:${strong};--brand-soft:${soft};--on-brand:${on}}`;

/** A brand's colours as custom properties, in place of those in tokens.css. */
export function brandStyles({ colors }: Brand): string {
  if (colors === undefined) return "";
  return `${declarations(colors.light)}@media (prefers-color-scheme:dark){${declarations(colors.dark)}}`;
}

/** The address that opens a brand's app on a device; undefined where there is no app for it. */
export function appLinkOn({ isIos, isAndroid }: Device, { appLinks }: Brand): string | undefined {
  if (isIos) return appLinks?.ios;
  return isAndroid ? appLinks?.android : undefined;
}

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

/** Places whose visitors have to agree before they are tracked, and whose time zones are known. */
export type AskingPlace = "EU" | "BR";
