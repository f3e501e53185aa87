import type { AccountView } from "./account-view";
import type { OfferView } from "./offer-view";
import type { PayProvider } from "./pay-providers";
import type { SummaryView } from "./summary-view";

export interface ProviderView {
  code: PayProvider;
  /** The merchant as the buyer's card statement will name it. */
  statement?: string;
}

/** The form that pays for one plan. */
export interface CheckoutForm {
  planId: string;
  summary: SummaryView;
  attempt: string;
  quote: string;
  providers: ProviderView[];
  email: string;
  provider?: string;
  coupon: { typed: string; isRefused: boolean };
  account: AccountView;
  /** The token of the order this is a further attempt at. */
  order?: string;
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
}
