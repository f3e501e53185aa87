import { isOpened, recordEvent } from "~/analytics/record-event.server";
import { goWithout, pageUnavailable } from "~/errors/errors.server";
import { availableProviders } from "~/providers/providers.server";
import { loadPaymentParams, loadPlans, loadPrices, type PaymentParams } from "~/upstream/catalogue.server";
import type { Plan, ProviderCode } from "~/upstream/contract/catalogue";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { mayBeMember } from "~/visitor/identity/auth.server";
import {
  type Closed,
  closedIn,
  countryOf,
  geoOf,
  isNotSoldIn,
  type Visitor,
  withoutAccount,
} from "~/visitor/visitor.server";
import { bestValue, makeOffer, type Offer } from "./offer";

/** The country whose prices the visitor has chosen, and the Set-Cookie headers that remember a new choice. */
export interface ChosenCountry {
  country: string | undefined;
  headers: [name: string, value: string][];
}

/** The chosen country of a page with prices: from the address, else from the cookie. */
export function chosenCountry(request: Request): ChosenCountry {
  const inAddress = new URL(request.url).searchParams.get("country") ?? undefined;
  if (isPriceCountry(inAddress)) return { country: inAddress, headers: rememberCountry(request, inAddress) };
  const remembered = cookieOf(request, "country");
  // A country in the address that has no prices is ignored, and so is the remembered one for this page.
  return { country: inAddress === undefined && isPriceCountry(remembered) ? remembered : undefined, headers: [] };
}

export const rememberCountry = (request: Request, country: string): ChosenCountry["headers"] =>
  cookieOf(request, "country") === country ? [] : [["Set-Cookie", cookieHeader("country", country)]];

/** The countries that every visitor can choose from, besides the detected one. */
const LISTED_COUNTRIES: readonly string[] = ["US", "GB", "CA", "AU", "IN"];

const COUNTRY_OF_CURRENCY: Readonly<Record<string, string>> = { USD: "US", AUD: "AU", CAD: "CA", GBP: "GB" };

/** The chosen country, else the detected one, else that of the currency the plans are priced in. */
export function priceCountry(
  chosen: string | undefined,
  detected: string | undefined,
  planCurrency: string | undefined,
): string {
  return chosen ?? detected ?? COUNTRY_OF_CURRENCY[planCurrency ?? ""] ?? "US";
}

/** A code of a country whose prices may be asked for: not where the operator sells nothing. */
const isPriceCountry = (code: string | undefined): code is string => isCountryCode(code) && !isNotSoldIn(code);

/** From a network there nothing is sold, so the country is not offered. */
const GATED_COUNTRY = "CN";

/** The choices of the country field: the current country, the detected one and the listed ones, without duplicates. */
export function countryChoices(current: string, detected: string | undefined): string[] {
  const found = [current, ...(detected === undefined ? [] : [detected])].filter((code) => code !== GATED_COUNTRY);
  return [...new Set([...found, ...LISTED_COUNTRIES])].filter(isPriceCountry);
}

/** The plans on sale, before they have local prices, and the country they are sold in. */
interface Catalogue {
  plans: Plan[];
  /** The country the prices are for. */
  country: string;
  detectedCountry: string | undefined;
  /** Why nothing is sold in the visitor's country. */
  closed: Closed | undefined;
}

/** @param chosen the country whose prices are wanted. @throws UpstreamError where the plans cannot be loaded */
async function loadCatalogue(visitor: Visitor, chosen: string | undefined): Promise<Catalogue> {
  // A member's price may reveal earlier purchases, so it is not shown to a visitor who only typed the member's address.
  const { caller } = mayBeMember(visitor) ? visitor : withoutAccount(visitor);
  const [plans, geo] = await Promise.all([loadPlans(caller, { xFrom: visitor.channel }), geoOf(visitor)]);
  const detectedCountry = countryOf(geo);
  return {
    plans,
    country: priceCountry(chosen, detectedCountry, plans[0]?.currency),
    detectedCountry,
    closed: closedIn(geo),
  };
}

/** What a visitor may buy, and through whom. */
export interface CheckoutOptions extends Catalogue {
  /** All that can be paid through, in the payments API's order. */
  providers: ProviderCode[];
  params: PaymentParams;
}

/** Those of the providers on offer that can take a plan at its price: not every one renews long periods, or takes every currency. */
export const takersOf = (
  offered: readonly ProviderCode[],
  offer: Pick<Offer, "providers"> | undefined,
): ProviderCode[] => offered.filter((code) => offer?.providers?.includes(code) ?? true);

/** @param country the one the buyer has chosen. @throws a 503 where the payments API cannot say what is on sale */
export async function loadOptions(visitor: Visitor, country: string | undefined): Promise<CheckoutOptions> {
  const [catalogue, params] = await Promise.all([
    loadCatalogue(visitor, country),
    loadPaymentParams(visitor.caller, visitor),
  ]).catch(pageUnavailable);
  return { ...catalogue, params, providers: availableProviders(params.providers) };
}

/** What the payments API tells a member of what is on sale. @throws UpstreamError where the plans cannot be loaded */
export async function loadMemberCatalogue(visitor: Visitor, chosen: string | undefined) {
  const catalogue = await loadCatalogue(visitor, chosen);
  const { plans, country } = catalogue;
  const prices = await loadPrices(
    plans.map((plan) => plan.product_id),
    country,
    visitor.caller,
  );
  return { plans, prices, country };
}

/** The plans at local prices; without local prices, at the plans' own. Never throws UpstreamError. */
export async function priced(
  { plans, country }: Pick<Catalogue, "plans" | "country">,
  visitor: Visitor,
): Promise<Offer[]> {
  const ids = plans.map((plan) => plan.product_id);
  const prices = await loadPrices(ids, country, visitor.caller).catch((error) =>
    goWithout("localised prices", visitor, error),
  );
  return plans.map((plan) => makeOffer(plan, prices?.get(plan.product_id)));
}

/** Plans as a page shows them: at the prices of a country. */
export interface ShownOffers {
  offers: readonly Offer[];
  country: string;
}

/** The plans at the buyer's prices, and the country of these. @throws UpstreamError where the plans cannot be loaded */
export async function loadOffers(visitor: Visitor, chosen: string | undefined): Promise<ShownOffers> {
  const catalogue = await loadCatalogue(visitor, chosen);
  return { offers: await priced(catalogue, visitor), country: catalogue.country };
}

/** Records that a page with plans was opened, and whether its visitor has chosen another country's prices. */
export function recordOffers(request: Request, shown: ShownOffers, chosen: ChosenCountry): void {
  if (!isOpened(request)) return;
  recordPlans(request, shown);
  recordCountry(request, chosen.country, chosen.headers);
}

/** Records that plans were seen. */
export function recordPlans(request: Request, { offers, country }: ShownOffers): void {
  const currency = bestValue(offers)?.amounts.currency ?? "";
  recordEvent(request, "plan_view", { plans: offers.length, price_country: country, currency });
}

/** Records that a country was chosen, if its cookie is set now. */
export function recordCountry(request: Request, chosen: string | undefined, cookies: ChosenCountry["headers"]): void {
  if (chosen === undefined || cookies.length === 0) return;
  recordEvent(request, "country_change", { price_country: chosen }, { place: chosen });
}
