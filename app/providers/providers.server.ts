import { env } from "~/env.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import { isBrowserWallet } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
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

/** Providers that a buyer may choose: those of the API, in its order, that the site has not switched off. */
export function availableProviders(offered: readonly ProviderCode[]): ProviderCode[] {
  const { providersOff } = env();
  return offered.filter((code) => !providersOff.includes(code));
}

/** Whether a country's buyers can pay through a provider: some have the payment methods of one country only. */
export function worksIn(code: ProviderCode, country: string): boolean {
  const { homeCountry } = providerOf(code);
  return homeCountry === undefined || homeCountry === country;
}

interface Offering {
  country: string;
  /** One that is offered also where it does not work. */
  chosen?: string | undefined;
  /** Whose browser decides the place of wallets, and whose app what is known as one. */
  visitor: Pick<Visitor, "appType" | "hasWallet">;
}

/**
 * The providers that a country's buyers are offered: first those of that country only (UPI, net banking, with which Google Pay pays there), then
 * wallets where the browser has one, then the others in the payments API's order, and last wallets where it has none. Those of another
 * country come after all, and only where one is chosen or there is nothing else.
 */
export function offeredTo({ country, chosen, visitor }: Offering, codes: readonly ProviderCode[]): ProviderCode[] {
  const working = codes.filter((code) => worksIn(code, country));
  const others = codes.filter((code) => !working.includes(code) && (code === chosen || working.length === 0));
  const placeOf = (code: ProviderCode): number => {
    if (providerOf(code).homeCountry === country) return 0;
    if (visitor.hasWallet === undefined || !isBrowserWallet(visitor.appType, code)) return 2;
    return visitor.hasWallet ? 1 : 3;
  };
  return [...working.toSorted((one, other) => placeOf(one) - placeOf(other)), ...others];
}
