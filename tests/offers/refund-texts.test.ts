import { expect, it } from "vitest";
import { refundTexts } from "~/offers/sale/sale-words.server";

it("a brand that promises nothing says nothing", () => {
  expect(refundTexts("en", {})).toEqual([]);
});

it("money back is told with its days and with whom it leaves out", () => {
  const refunds = { days: 30, except: ["renewals", "appStores"] } as const;
  expect(refundTexts("en", { refunds, withdrawalDays: { EEA: 14 } }, "DE")).toEqual([
    "30-day money-back guarantee.",
    "Excludes renewals and app store purchases.",
    "You can withdraw from the contract within 14 days, no reason needed.",
  ]);
});

it("one day is one day", () => {
  expect(refundTexts("en", { refunds: { days: 1, except: [] } })).toEqual(["1-day money-back guarantee."]);
  expect(refundTexts("ru", { withdrawalDays: { RU: 21 } }, "RU")[0]).toContain("21\u00a0д");
});

it("only who has a right to withdraw is told of it, with the days of their country", () => {
  const withdrawalDays = { EEA: 14, GB: 14, KR: 7, NO: 20 };
  const told = (country?: string) => refundTexts("en", { withdrawalDays }, country).join().match(/\d+/)?.[0];
  expect(["DE", "GB", "KR", "NO"].map(told)).toEqual(["14", "14", "7", "20"]);
  expect(["US", "JP", "IN", "CH", "EEA ", undefined].map(told)).toEqual(Array(6).fill(undefined));
});
