/** A catalogue with one plan, which renews each month. */

export const PLAN = {
  id: "monthly",
  product_id: 1,
  interval: "month",
  interval_count: 1,
  prices: { USD: 10, EUR: 9, JPY: 1000 },
};

export const FILE = {
  seller: { name: "Example Ltd.", address: "1 Street" },
  sender: { app_name: "App", support_email: "help@example.com", terms_address: "https://example.com/terms/{version}" },
  currency: "USD",
  currency_symbol: "$",
  plans: [PLAN],
  countries: { DE: { currency: "EUR", tax: { name: "MwSt.", rate: 19 } }, JP: { currency: "JPY" } },
};

export const withPlan = (changes: object) => ({ ...FILE, plans: [{ ...PLAN, ...changes }] });
