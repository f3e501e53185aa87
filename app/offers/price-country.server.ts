import { isCountryCode } from "~/upstream/contract/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/** The country a visitor has chosen to see prices for, and the Set-Cookie headers that remember a choice made just now. */
export interface ChosenCountry {
  country: string | undefined;
  headers: [name: string, value: string][];
}

/** What a page with prices begins with: the choice in its address counts, else the remembered one. */
export function chosenCountry(request: Request): ChosenCountry {
  const asked = new URL(request.url).searchParams.get("country") ?? undefined;
  if (isCountryCode(asked)) return { country: asked, headers: rememberCountry(request, asked) };
  const remembered = cookieOf(request, "country");
  // An address that names no real country is not a choice, and does not take one back.
  return { country: asked === undefined && isCountryCode(remembered) ? remembered : undefined, headers: [] };
}

export const rememberCountry = (request: Request, country: string): ChosenCountry["headers"] =>
  cookieOf(request, "country") === country ? [] : [["Set-Cookie", cookieHeader("country", country)]];

/** The countries whose prices every visitor may choose; the detected one joins them. */
const LISTED_COUNTRIES: readonly string[] = ["US", "GB", "CA", "AU", "IN"];

const COUNTRY_OF_CURRENCY: Readonly<Record<string, string>> = { USD: "US", AUD: "AU", CAD: "CA", GBP: "GB" };

/** Chosen beats detected; without either, the country of the currency the plans are priced in. */
export function priceCountry(
  chosen: string | undefined,
  detected: string | undefined,
  planCurrency: string | undefined,
): string {
  return chosen ?? detected ?? COUNTRY_OF_CURRENCY[planCurrency ?? ""] ?? "US";
}

/** What the control offers: the listed countries, the current one and the detected one, each once. */
export function countryChoices(current: string, detected: string | undefined): string[] {
  return [...new Set([current, ...(detected === undefined ? [] : [detected]), ...LISTED_COUNTRIES])];
}
