import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { summaryView } from "~/offers/offer-view";
import { OrderSummary } from "~/offers/order-summary";
import { type Language, show } from "../shell/stage";
import { makeBaseOffer } from "./builders";

const today = new Date("2026-11-21T10:00:00Z");

function showSummary(plan: Parameters<typeof makeBaseOffer>[0] = {}, lang: Language = "en") {
  const { container } = show(<OrderSummary summary={summaryView(lang, makeBaseOffer(plan), today)} />, { lang });
  return container.textContent ?? "";
}
const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it("each line says what it is and how much", () => {
  showSummary({ price_discount_amount: 40, price_deduction_amount: 19.99 });
  expect(amountOf("Regular price")).toBe("$119.88");
  expect(amountOf("Discount")).toBe("-$59.89");
  expect(amountOf("Credit for your current plan")).toBe("-$19.99");
  expect(amountOf("Due today")).toBe("$40.00");
});

it("what renews when for how much is said before paying", () => {
  expect(showSummary()).toContain("Renews on November 21, 2027 for $59.99, then every year.");
});

it("of a trial, what follows it is said", () => {
  const text = showSummary({ trial_price: 0.99, trial_days: 3 });
  expect(amountOf("Trial: 3 days")).toBe("$0.99");
  expect(text).toContain("from November 24, 2026, $59.99 every year");
});

it("a plan of one year renews every year, said as one says it", () => {
  expect(showSummary({}, "ru")).toContain("каждый год");
});

it.each<Language>(["ru", "uk", "en", "ar", "fr"])("in %s a plan of 21 days never claims to renew every day", (lang) => {
  const days = showSummary({ interval: "day", interval_count: 21 }, lang);
  expect(days.match(/21/g)?.length).toBeGreaterThanOrEqual(2);
});
