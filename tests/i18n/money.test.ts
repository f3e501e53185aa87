import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { formatMoney, formatTotal } from "~/i18n/money";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { runs } from "../setup/effort";

const codes = LOCALES.map(({ code }) => code);
const anyLocale = fc.constantFrom(...codes);
const knownCurrency = fc.constantFrom(
  "USD",
  "EUR",
  "GBP",
  "JPY",
  "KRW",
  "VND",
  "CLP",
  "KWD",
  "BHD",
  "IDR",
  "HUF",
  "PKR",
);
const anyCurrency = fc.oneof(knownCurrency, fc.stringMatching(/^[A-Z]{3}$/));

/** The text without its number, spaces and marks of direction. */
const symbolIn = (text: string) => text.replace(/[.,'’٫٬]|\p{Nd}|\p{White_Space}|\p{Cf}/gu, "");

/** The text with Latin digits. */
const inLatin = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => String("০১২৩৪৫৬৭৮৯۰۱۲۳۴۵۶۷۸۹0123456789".indexOf(digit) % 10));

describe.each(codes)("in %s", (lang) => {
  it.each([
    ["USD", "$"],
    ["AUD", "A$"],
    ["CAD", "CA$"],
    ["GBP", "£"],
  ])("%s is shown as %s", (currency, symbol) => {
    expect(symbolIn(formatMoney(lang, { amount: 1234.5, currency }))).toBe(symbol);
  });
});

it.each([
  [1234.56, "JPY", "¥1,235"],
  [1234.5, "USD", "$1,234.50"],
  [1.005, "USD", "$1.01"],
  [1.2345, "KWD", "KWD 1.235"],
  [50000, "IDR", "IDR 50,000"],
  [62416.67, "IDR", "IDR 62,417"],
  [0, "GBP", "£0.00"],
  [-3, "CAD", "−CA$3.00"],
])("%d %s reads %s", (amount, currency, text) => {
  expect(formatMoney("en", { amount, currency }).replaceAll("\u00a0", " ")).toBe(text);
});

it.each([
  ["bn", "INR", "₹১,২৩৪.৫০"],
  ["fa", "USD", "$۱٬۲۳۴٫۵۰"],
  ["hi", "INR", "₹1,234.50"],
  ["id", "IDR", "Rp1.235"],
  ["id", "INR", "₹1.234,50"],
  ["ms", "USD", "$1,234.50"],
  ["ms", "MYR", "RM1,234.50"],
  ["my", "USD", "$1,234.50"],
  ["my", "THB", "฿1,234.50"],
  ["ms", "THB", "THB 1,234.50"],
  ["uk", "EUR", "1 234,50 €"],
  ["de", "INR", "1.234,50 ₹"],
] as const)("in %s 1234.5 %s reads as shops there write it: %s", (lang, currency, text) => {
  const shown = formatMoney(lang, { amount: 1234.5, currency });
  expect(shown.replace(/\p{Cf}/gu, "").replace(/\p{White_Space}/gu, " ")).toBe(text);
});

it.each(codes)("in %s what is taken off has a minus, not a hyphen", (lang) => {
  const text = formatMoney(lang, { amount: -216, currency: "USD" });
  expect(text).toContain("−");
  expect(text).not.toContain("-");
});

it("in Arabic the minus stands on the number's left, and no other price runs from left to right by a mark", () => {
  expect(formatMoney("ar", { amount: -96, currency: "USD" })).toBe("\u200f\u200e−96.00\u00a0$");
  expect(formatMoney("fa", { amount: -96, currency: "USD" })).toBe("−$۹۶٫۰۰");
});

it.each([
  ["en", "USD", "$71.76 USD"],
  ["ar", "USD", "71.76 $ USD"],
  ["zh-hant", "TWD", "$72 TWD"],
  ["en", "TWD", "NT$72"],
  ["en", "CAD", "CA$71.76"],
  ["en", "EUR", "€71.76"],
] as const)("in %s a total in %s says which dollar it is, if that is in doubt: %s", (lang, currency, text) => {
  const total = formatTotal(lang, { amount: 71.76, currency });
  expect(total.replace(/\p{Cf}/gu, "").replaceAll("\u00a0", " ")).toBe(text);
});

it("an amount reads as its own digits, rounded half up to the currency's decimals", () => {
  const thousandths = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(anyLocale, anyCurrency, thousandths, (lang, currency, n) => {
      const amount = Big(n).div(1000).toNumber();
      const digits = inLatin(formatMoney(lang, { amount, currency })).replace(/\D/g, "");
      expect(digits).toBe(Big(amount).toFixed(decimalsOf(currency)).replace(".", ""));
    }),
    { numRuns: runs(10_000) },
  );
});

it("any amount of any currency makes a readable price", () => {
  const amounts = fc.double({ min: 0, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(anyLocale, anyCurrency, amounts, (lang, currency, amount) => {
      const text = formatMoney(lang, { amount, currency });
      expect(text).toMatch(/\p{Nd}/u);
      expect(text).not.toMatch(/NaN|undefined|∞/);
    }),
    { numRuns: runs(10_000) },
  );
});
