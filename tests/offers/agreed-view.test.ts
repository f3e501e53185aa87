import { expect, it } from "vitest";
import { agreedView } from "~/offers/sale/agreed-view.server";

const on = "2026-12-22";
const next = { on, amount: 11.99, currency: "USD", period: { unit: "month", count: 1 } } as const;
type Agreed = Parameters<typeof agreedView>[1];
const SOLD: Agreed = {
  appType: 114,
  country: undefined,
  next: undefined,
  cancelAt: "/cancel",
  termsVersion: undefined,
  isPaid: true,
};
const facts = (more: Partial<Agreed>) => agreedView("en", { ...SOLD, ...more }).facts;

it("a sale that renews tells when, for how much, and where it is cancelled", () => {
  expect(facts({ next })).toEqual([
    { label: "Next payment", text: "$11.99 on December 22, 2026, then every month" },
    { label: "How to cancel", text: "Cancel a subscription", at: "/cancel" },
  ]);
});

it("one that ends by itself says so, and has nothing to cancel", () => {
  expect(facts({ next: "none" }).map(({ text }) => text)).toEqual(["None (your plan doesn’t renew)"]);
});

it("where nobody says whether it renews, nothing is said", () => {
  expect(facts({})).toEqual([]);
});

it("the terms are those that were agreed to, at an address that stays", () => {
  expect(facts({ appType: 101, termsVersion: "2025-03" }).at(-1)).toEqual({
    label: "Terms you agreed to",
    text: "Version 2025-03",
    at: "https://www.example.com/master/terms/2025-03",
  });
});

it("money back is promised of what is paid for", () => {
  const refunds = (isPaid: boolean) => agreedView("en", { ...SOLD, appType: 502, isPaid }).refunds;
  expect(refunds(true)).toContain("30-day money-back guarantee.");
  expect(refunds(false)).toEqual([]);
});
