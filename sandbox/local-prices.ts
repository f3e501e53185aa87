export type PlanId = "weekly" | "monthly" | "yearly" | "two-years";

interface CountryPrices {
  currency: string;
  taxPercent: number;
  /** Prices of the periods, tax included. */
  gross: Record<PlanId, number>;
}

const gross = (weekly: number, monthly: number, yearly: number, twoYears: number): Record<PlanId, number> => ({
  weekly,
  monthly,
  yearly,
  "two-years": twoYears,
});

/** Weekly prices of JP, KR and ID are set so that their trials come out in whole units. */
export const LOCAL_PRICES = {
  US: { currency: "USD", taxPercent: 0, gross: gross(4.99, 11.99, 47.88, 71.76) },
  GB: { currency: "GBP", taxPercent: 20, gross: gross(4.49, 10.99, 42.99, 63.99) },
  CA: { currency: "CAD", taxPercent: 13, gross: gross(6.99, 16.99, 64.99, 97.99) },
  AU: { currency: "AUD", taxPercent: 10, gross: gross(7.99, 18.99, 74.99, 109.99) },
  IN: { currency: "INR", taxPercent: 18, gross: gross(299, 799, 2999, 4499) },
  DE: { currency: "EUR", taxPercent: 19, gross: gross(4.99, 11.99, 46.99, 69.99) },
  FR: { currency: "EUR", taxPercent: 20, gross: gross(4.99, 11.99, 46.99, 69.99) },
  ES: { currency: "EUR", taxPercent: 21, gross: gross(4.49, 10.99, 42.99, 64.99) },
  IT: { currency: "EUR", taxPercent: 22, gross: gross(4.99, 11.99, 46.99, 69.99) },
  JP: { currency: "JPY", taxPercent: 10, gross: gross(499, 1800, 7200, 10800) },
  BR: { currency: "BRL", taxPercent: 15, gross: gross(19.9, 49.9, 199.9, 299.9) },
  SA: { currency: "SAR", taxPercent: 15, gross: gross(18.99, 44.99, 179.99, 269.99) },
  TR: { currency: "TRY", taxPercent: 20, gross: gross(169.99, 399.99, 1599.99, 2399.99) },
  PL: { currency: "PLN", taxPercent: 23, gross: gross(19.99, 49.99, 199.99, 299.99) },
  ID: { currency: "IDR", taxPercent: 11, gross: gross(49900, 189000, 749000, 1129000) },
  KR: { currency: "KRW", taxPercent: 10, gross: gross(4990, 16500, 65900, 98900) },
} as const satisfies Record<string, CountryPrices>;

type PricedCountry = keyof typeof LOCAL_PRICES;

export const isPricedCountry = (country: string): country is PricedCountry => Object.hasOwn(LOCAL_PRICES, country);
