import { isCountryCode } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/** The country whose prices the visitor has chosen, and the Set-Cookie headers that remember a new choice. */
export interface ChosenCountry {
  country: string | undefined;
  headers: [name: string, value: string][];
}

/** The chosen country of a page with prices: from the address, else from the cookie. */
export function chosenCountry(request: Request): ChosenCountry {
  const inAddress = new URL(request.url).searchParams.get("country") ?? undefined;
  if (isCountryCode(inAddress)) return { country: inAddress, headers: rememberCountry(request, inAddress) };
  const remembered = cookieOf(request, "country");
  // An invalid country in the address is ignored, and so is the remembered one for this page.
  return { country: inAddress === undefined && isCountryCode(remembered) ? remembered : undefined, headers: [] };
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

/** Nothing is sold there, so nobody needs its prices. */
const CLOSED_COUNTRIES: readonly string[] = ["CN"];

/** The choices of the country field: the current country, the detected one and the listed ones, without duplicates. */
export function countryChoices(current: string, detected: string | undefined): string[] {
  const found = [current, ...(detected === undefined ? [] : [detected])].filter(
    (code) => !CLOSED_COUNTRIES.includes(code),
  );
  return [...new Set([...found, ...LISTED_COUNTRIES])];
}
