/** Addresses of the documentation ranges (RFC 5737) that stand for countries: by range, and some by full address. */
const COUNTRY_BY_RANGE: Record<string, string> = { "192.0.2": "GB", "198.51.100": "DE", "203.0.113": "SA" };
const COUNTRY_BY_ADDRESS: Record<string, string> = {
  "203.0.113.1": "US",
  "203.0.113.33": "FR",
  "203.0.113.34": "ES",
  "203.0.113.55": "BR",
  "203.0.113.62": "ID",
  "203.0.113.81": "JP",
  "203.0.113.82": "KR",
  "203.0.113.86": "CN",
  "203.0.113.90": "TR",
  "203.0.113.91": "IN",
};

/** The country of an address; undefined where it is in none of these ranges. */
export const countryOfAddress = (address: string): string | undefined =>
  COUNTRY_BY_ADDRESS[address] ?? COUNTRY_BY_RANGE[address.split(".").slice(0, 3).join(".")];
