import { env } from "~/env.server";
import { isProviderCode, type ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchases/app-purchase";
import { gap, tpa } from "./app-purchases.server";
import { pd } from "./pd.server";
import type { AppProvider, AppProviders, PaymentProvider, PaymentProviders } from "./provider.server";
import { ps } from "./ps.server";
import { rb } from "./rb.server";
import { rz } from "./rz.server";
import { so } from "./so.server";

/** The one list of providers: a code of the contract without a module does not compile. */
const PROVIDERS: PaymentProviders = { pd, ps, rz, rb, so };
const APP_PROVIDERS: AppProviders = { gap, tpa };

export const providerOf = (code: ProviderCode): PaymentProvider => PROVIDERS[code];
export const appProviderOf = (code: AppProviderCode): AppProvider => APP_PROVIDERS[code];

/** Providers that a buyer may choose: those of the API, in its order, that the site knows and has not switched off. */
export function availableProviders(offered: readonly string[]): ProviderCode[] {
  const { providersOff } = env();
  return offered.filter(isProviderCode).filter((code) => !providersOff.includes(code));
}

/**
 * Providers in the order for buyers of a country: the payments API's order, except that a provider with a home country
 * (UPI, netbanking) comes first there and last in all others.
 */
export function inOrderFor(country: string, codes: readonly ProviderCode[]): ProviderCode[] {
  const rank = (code: ProviderCode) => {
    const { homeCountry } = providerOf(code);
    return homeCountry === undefined ? 1 : homeCountry === country ? 0 : 2;
  };
  return [...codes].sort((one, other) => rank(one) - rank(other));
}
