import { expect, it } from "vitest";
import { refundTexts } from "~/offers/sale/sale-words.server";

it("a brand that promises nothing says nothing", () => {
  expect(refundTexts("en", {})).toEqual([]);
});

it("money back is told with its days and with whom it leaves out", () => {
  const refunds = { days: 30, except: ["renewals", "appStores"] } as const;
  expect(refundTexts("en", { refunds, withdrawalDays: 14 })).toEqual([
    "Not happy? Get your money back within 30 days.",
    "Excludes renewals and app store purchases.",
    "You can withdraw from the contract within 14 days without giving a reason.",
  ]);
});

it("one day is one day", () => {
  expect(refundTexts("en", { refunds: { days: 1, except: [] } })).toEqual([
    "Not happy? Get your money back within 1 day.",
  ]);
  expect(refundTexts("ru", { withdrawalDays: 21 })[0]).toContain("21\u00a0д");
});
