import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { quoteOf, readQuote, sealQuote } from "~/checkout/quote.server";
import { withCoupon } from "~/offers/offer";
import { seal } from "~/sealing.server";
import { makeBaseOffer } from "../offers/builders";

const now = new Date("2026-11-21T10:00:00.900Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterEach(() => vi.useRealTimers());

const SHOWN = { country: "US", since: now, lang: "en", selling: {} } as const;
const quote = quoteOf(makeBaseOffer(), SHOWN);

it("a quote is the price that was shown, for where and since when", () => {
  const year = { unit: "year", count: 1 };
  const price = { amount: 59.99, currency: "USD", renewal: 59.99, sale: "subscription", on: "2027-11-21" };
  const textHash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(quote).toEqual({
    plan: "year",
    country: "US",
    ...price,
    period: year,
    length: year,
    textHash,
    issuedAt: 1_795_255_200,
  });
});

it("of a trial the quote is the trial's price, which is what is paid, and what the plan costs afterwards", () => {
  const offer = makeBaseOffer({ trial_price: 0.99, trial_days: 3 });
  expect(quoteOf(offer, SHOWN)).toMatchObject({ amount: 0.99, renewal: 59.99 });
});

it("a coupon is part of it: the price is the one with the coupon", async () => {
  const coupon = { id: "WELCOME20", discount: { type: "percent", value: 20 } } as const;
  const offer = withCoupon(makeBaseOffer(), coupon) ?? makeBaseOffer();
  const read = await readQuote(await sealQuote(quoteOf(offer, SHOWN)), "year");
  expect(read).toMatchObject({ amount: 47.99, coupon });
});

it("it is read for its own plan only", async () => {
  const text = await sealQuote(quote);
  expect(await readQuote(text, "year")).toEqual(quote);
  expect(await readQuote(text, "month")).toBe("priceUnreadable");
});

it("a price somebody else wrote is none", async () => {
  expect(await readQuote("", "year")).toBe("priceUnreadable");
  expect(await readQuote(JSON.stringify(quote), "year")).toBe("priceUnreadable");
  expect(await readQuote(await seal("order", quote), "year")).toBe("priceUnreadable");
  expect(await readQuote(await seal("quote", { ...quote, amount: "0.01" }), "year")).toBe("priceUnreadable");
});

it("it is good for a day", async () => {
  const text = await sealQuote(quote);
  vi.setSystemTime(now.getTime() + 24 * 3_600_000 - 1_000);
  expect(await readQuote(text, "year")).toEqual(quote);
  vi.setSystemTime(now.getTime() + 24 * 3_600_000);
  expect(await readQuote(text, "year")).toBe("priceTooOld");
});
