import { env } from "~/env.server";
import { isProviderCode, type ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import { gap, tpa } from "./app-purchases.server";
import { pd } from "./pd.server";
import type { AppProvider, AppProviders, PaymentProvider, PaymentProviders } from "./provider.server";
import { ps } from "./ps.server";
import { rb } from "./rb.server";
import { rz } from "./rz.server";
import { so } from "./so.server";

/** The one list of providers: a code of the contract without a module does not compile. */
const PROVIDER_MODULES: PaymentProviders = { pd, ps, rz, rb, so };
const APP_PROVIDER_MODULES: AppProviders = { gap, tpa };

export const providerOf = (code: ProviderCode): PaymentProvider => PROVIDER_MODULES[code];
export const appProviderOf = (code: AppProviderCode): AppProvider => APP_PROVIDER_MODULES[code];

/** Providers that a buyer may choose: those of the API, in its order, that the site knows and has not switched off. */
export function availableProviders(offered: readonly string[]): ProviderCode[] {
  const { providersOff } = env();
  return offered.filter(isProviderCode).filter((code) => !providersOff.includes(code));
}

/** Whether a country's buyers can pay through a provider: some have the payment methods of one country only. */
export function worksIn(code: ProviderCode, country: string): boolean {
  const { homeCountry } = providerOf(code);
  return homeCountry === undefined || homeCountry === country;
}

/**
 * The providers that a country's buyers are offered: first those of that country only (UPI, net banking), then the others in the
 * payments API's order. Those of another country come last, and only where one is `chosen` or there is nothing else.
 */
export function offeredIn(country: string, codes: readonly ProviderCode[], chosen?: string): ProviderCode[] {
  const working = codes.filter((code) => worksIn(code, country));
  const isLocal = (code: ProviderCode) => providerOf(code).homeCountry === country;
  const others = codes.filter((code) => !working.includes(code) && (code === chosen || working.length === 0));
  return [...working.filter(isLocal), ...working.filter((code) => !isLocal(code)), ...others];
}
