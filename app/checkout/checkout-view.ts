import type { EmailQuestion } from "~/forms/email";
import type { OfferView, SummaryView } from "~/offers/offer-view";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { FormGuard } from "~/visitor/bot-check/guard";
import type { OpenInBrowser } from "~/visitor/browser/open-in-browser.server";
import type { AccountView } from "~/visitor/identity/account-view";
import type { FormValues } from "./form-fields.server";

export interface ProviderView {
  code: ProviderCode;
  name: string;
  hint: string;
  /** The merchant as the buyer's card statement will name it. */
  statement?: string;
  /** Asks for the bot check. */
  isGuarded?: true;
}

/** The form that pays for one plan. */
export interface CheckoutForm {
  planId: string;
  summary: SummaryView;
  /** What its fields are filled in with. */
  values: Omit<FormValues, "stamp"> & { attempt: string; quote: string };
  providers: ProviderView[];
  /** About the address, where it looks mistyped. */
  question?: EmailQuestion;
  isCouponRefused: boolean;
  account: AccountView;
  /** Where the visitor is, nothing is sold. */
  gated?: string;
  /** Missing where no provider on offer asks for the bot check, and something is to be paid. */
  guard?: FormGuard;
  /** The token of the order this is a further attempt at. */
  order?: string;
  /** That attempt came to nothing. */
  hasFailed?: boolean;
}

/** All that the checkout shows. */
export interface CheckoutView {
  offers: OfferView[];
  country: string;
  countries: { code: string; name: string }[];
  /** Missing where the plan asked for is unknown: then the plans are offered instead. */
  form?: CheckoutForm;
  /** What is wrong with the form that was sent, or with what the address asks for; by the field's id. */
  errors: { field: string; message: string }[];
  /** What else the buyer should know before they send it. */
  notice?: string;
  /** Inside other apps: the way to this checkout in the visitor's own browser. */
  openInBrowser?: OpenInBrowser;
}
