export type PlanId = "weekly" | "monthly" | "yearly" | "two-years";

interface CountryPrices {
  currency: string;
  /** Under the name it has on invoices there; the rate is in percent. Missing: there is none. */
  tax?: { name: string; rate: number };
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
  US: { currency: "USD", gross: gross(4.99, 11.99, 47.88, 71.76) },
  GB: { currency: "GBP", tax: { name: "VAT", rate: 20 }, gross: gross(4.49, 10.99, 42.99, 63.99) },
  CA: { currency: "CAD", tax: { name: "HST", rate: 13 }, gross: gross(6.99, 16.99, 64.99, 97.99) },
  AU: { currency: "AUD", tax: { name: "GST", rate: 10 }, gross: gross(7.99, 18.99, 74.99, 109.99) },
  IN: { currency: "INR", tax: { name: "GST", rate: 18 }, gross: gross(299, 799, 2999, 4499) },
  DE: { currency: "EUR", tax: { name: "MwSt.", rate: 19 }, gross: gross(4.99, 11.99, 46.99, 69.99) },
  FR: { currency: "EUR", tax: { name: "TVA", rate: 20 }, gross: gross(4.99, 11.99, 46.99, 69.99) },
  ES: { currency: "EUR", tax: { name: "IVA", rate: 21 }, gross: gross(4.49, 10.99, 42.99, 64.99) },
  IT: { currency: "EUR", tax: { name: "IVA", rate: 22 }, gross: gross(4.99, 11.99, 46.99, 69.99) },
  JP: { currency: "JPY", tax: { name: "消費税", rate: 10 }, gross: gross(499, 1800, 7200, 10800) },
  BR: { currency: "BRL", tax: { name: "Tributos", rate: 15 }, gross: gross(19.9, 49.9, 199.9, 299.9) },
  SA: { currency: "SAR", tax: { name: "ضريبة القيمة المضافة", rate: 15 }, gross: gross(18.99, 44.99, 179.99, 269.99) },
  TR: { currency: "TRY", tax: { name: "KDV", rate: 20 }, gross: gross(169.99, 399.99, 1599.99, 2399.99) },
  PL: { currency: "PLN", tax: { name: "VAT", rate: 23 }, gross: gross(19.99, 49.99, 199.99, 299.99) },
  ID: { currency: "IDR", tax: { name: "PPN", rate: 11 }, gross: gross(49900, 189000, 749000, 1129000) },
  KR: { currency: "KRW", tax: { name: "부가가치세", rate: 10 }, gross: gross(4990, 16500, 65900, 98900) },
} as const satisfies Record<string, CountryPrices>;

type PricedCountry = keyof typeof LOCAL_PRICES;

export const isPricedCountry = (country: string): country is PricedCountry => Object.hasOwn(LOCAL_PRICES, country);

export const countryPrices = (country: PricedCountry): CountryPrices => LOCAL_PRICES[country];
