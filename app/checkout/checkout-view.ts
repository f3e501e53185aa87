import type { EmailQuestion } from "~/forms/email-field";
import type { FieldError } from "~/forms/error-summary";
import type { VisitorFields } from "~/forms/visitor-fields";
import type { OfferView } from "~/offers/offer-view";
import type { AccountNote } from "~/offers/sale/account-note.server";
import type { SummaryView } from "~/offers/sale/summary-view.server";
import type { FormGuard } from "~/security/bot-check/bot-check-script";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { PaymentMark } from "~/visitor/brand/brand";
import type { OpenInBrowser } from "~/visitor/browser/open-in-browser.server";
import type { FormValues } from "./form-fields.server";
import type { PaidBeforeView } from "./paid-before-view.server";

export interface ProviderView {
  code: ProviderCode;
  name: string;
  /** What only this way can; missing where its name says it. */
  hint?: string | undefined;
  /** Pictures of what it takes; the name says it in words. */
  marks: readonly PaymentMark[];
  /** Says which company takes the payment. */
  partner?: string;
  /** The merchant as the buyer's card statement will name it. */
  statement?: string;
  /** Asks for the bot check. */
  isGuarded?: true;
}

/** So many ways to pay are in sight at once. */
export const PROVIDERS_IN_SIGHT = 3;

/** The form that pays for one plan. */
export interface CheckoutForm {
  planId: string;
  summary: SummaryView;
  /** What its fields are filled in with. */
  values: Omit<FormValues, "attempt" | "stamp" | "front_id" | "quote"> & { quote: string };
  /** What is one visitor's and one attempt's alone. */
  visitorFields: VisitorFields;
  /** In the order they are offered in. */
  providers: ProviderView[];
  /** Unfolds those after the first ones; missing where all are in sight. */
  moreProviders?: string;
  /** Says that there is no way to pay at the moment. */
  noProviders?: string;
  /** The entries were checked and are right: what is left is the button that pays. */
  isChecked?: boolean;
  /** Said beside the e-mail field where it holds no address. */
  emailInvalid: string;
  /** Asked where the e-mail address looks mistyped. */
  question?: EmailQuestion;
  isCouponRefused: boolean;
  /** Said beside the e-mail field: what the address is for. */
  emailHint: string;
  /** Names the account that is paid for; missing where there is none yet. */
  account?: string;
  /** The address in the form is the account's. */
  isAccountEmail?: boolean;
  /** What happens to the plan that the account has. */
  accountNote?: AccountNote;
  /** Set where nothing is sold in the visitor's country: the message that says so. */
  gated?: string;
  /** Missing where no provider on offer asks for the bot check, and a provider is asked for something. */
  guard?: FormGuard;
  /** The token of the order this is a further attempt at. */
  order?: string;
  /** Says that the earlier attempt was not paid. */
  resumed?: string;
}

/** All that the checkout shows. */
export interface CheckoutView {
  offers: OfferView[];
  country: string;
  /** Names the currency and the country of the prices. */
  prices: string;
  countries: { code: string; name: string }[];
  /** What every plan has. */
  features: string[];
  /** Missing where the requested plan is unknown: the page then shows the plans only. */
  form?: CheckoutForm;
  /** The heading in place of the usual one where the requested plan is unknown. */
  unknownPlan?: { title: string; address: string; help: string };
  /** Mistakes in the form that was sent or in the address's parameters, each with the id of its field. */
  errors: FieldError[];
  /** Stands above the errors and names their kind; missing where there are none. */
  heading?: string;
  /** What else the buyer should know before they send it. */
  notice?: string;
  /** What this browser has paid already. */
  paidBefore?: PaidBeforeView;
  /** In an app's built-in browser: how to open this checkout in the visitor's own browser. */
  openInBrowser?: OpenInBrowser;
}
