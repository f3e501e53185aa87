/** The countries whose prices every visitor may choose; the detected one joins them. */
export const LISTED_COUNTRIES: readonly string[] = ["US", "GB", "CA", "AU", "IN"];

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
