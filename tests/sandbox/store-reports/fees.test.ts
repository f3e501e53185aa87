import { expect, it } from "vitest";
import { isNearDue, noSaleDue, transactionDue } from "../../../payments/store-reports/due";
import { feeOf } from "../../../payments/store-reports/fees";
import { DAY_MS } from "./world";

const at = Date.UTC(2026, 10, 28);
const sold = { gross: "11.90", tax: "1.90", country: "JP", at };
const way = { store: "apple", programme: "jp", link: "button", storefront: "JP" } as const;
const year = { starts_at: at, ends_at: at + DAY_MS, paid_days: 365 };

it.each([
  ["of the price without tax", way, sold, "1.50"],
  ["less after a year that was paid", way, { ...sold, period: year }, "1.00"],
  ["of the price with tax", { ...way, programme: "kr", storefront: "KR" }, sold, "3.09"],
  ["by the store's country, not the buyer's", { ...way, programme: "eu_dma", storefront: "DE" }, sold, "2.00"],
])("a store takes its share: %s", (_what, from, payment, amount) => {
  expect(feeOf(from, payment)?.amount).toBe(amount);
});

it.each([
  ["another programme", { ...way, programme: "none" }, sold],
  ["another country", { ...way, storefront: "DE" }, sold],
  ["a sale before it was in force", way, { ...sold, at: Date.UTC(2020, 0, 1) }],
])("no row fits %s", (_what, from, payment) => {
  expect(feeOf(from, payment)).toBeUndefined();
});

it("a transaction is near its deadline in the last quarter of its time", () => {
  const due_at = transactionDue("google", at);
  expect(due_at).toBe(at + DAY_MS);
  expect(isNearDue({ noted_at: at, due_at }, at + 0.7 * DAY_MS)).toBe(false);
  expect(isNearDue({ noted_at: at, due_at }, at + 0.8 * DAY_MS)).toBe(true);
});

it("a custom link's token waits for its end, and Google wants no token without a sale", () => {
  const link = { store: "apple", created_at: at, expires_at: at + 365 * DAY_MS } as const;
  expect(noSaleDue(link)).toEqual({ from: link.expires_at, due_at: link.expires_at + 10 * DAY_MS });
  expect(noSaleDue({ ...link, store: "google" })).toBeUndefined();
});
