import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { decimalsOf, formatMoney, formatTotal } from "~/i18n/money";
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
const symbolIn = (text: string) => text.replace(/[\d.,'’٫٬]|\p{White_Space}|\p{Cf}/gu, "");

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
  [50000, "IDR", "IDR 50,000.00"],
  [0, "GBP", "£0.00"],
  [-3, "CAD", "-CA$3.00"],
])("%d %s reads %s", (amount, currency, text) => {
  expect(formatMoney("en", { amount, currency }).replaceAll("\u00a0", " ")).toBe(text);
});

it.each([
  ["en", "USD", "$71.76 USD"],
  ["ar", "USD", "71.76 $ USD"],
  ["zh-hant", "TWD", "$71.76 TWD"],
  ["en", "TWD", "NT$71.76"],
  ["en", "CAD", "CA$71.76"],
  ["en", "EUR", "€71.76"],
] as const)("in %s a total in %s says which dollar it is, if that is in doubt: %s", (lang, currency, text) => {
  const total = formatTotal(lang, { amount: 71.76, currency });
  expect(total.replace(/\p{Cf}/gu, "").replaceAll("\u00a0", " ")).toBe(text);
});

it("an amount reads as its own digits, rounded half up to the currency's decimals, in Latin digits", () => {
  const thousandths = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(anyLocale, anyCurrency, thousandths, (lang, currency, n) => {
      const amount = Big(n).div(1000).toNumber();
      const digits = formatMoney(lang, { amount, currency }).replace(/\P{Nd}/gu, "");
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
      expect(text).toMatch(/\d/);
      expect(text).not.toMatch(/NaN|undefined|∞/);
    }),
    { numRuns: runs(10_000) },
  );
});
