import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { offerViews } from "~/offers/offer-view";
import { PlanCards } from "~/offers/plan-cards";
import { type Language, show } from "../shell/stage";
import { makeBaseOffer } from "./builders";

const YEAR = makeBaseOffer();
const MONTH = makeBaseOffer({
  id: "month",
  interval: "month",
  price_amount: 11.99,
  price_discount_amount: 11.99,
  price_unit: 11.99,
});

function showCards(offers = [YEAR, MONTH], lang: Language = "en") {
  const hrefOf = (planId: string) => `/payment/${planId}`;
  show(<PlanCards offers={offerViews(lang, offers)} hrefOf={hrefOf} />, { lang });
  return screen.getAllByRole("listitem");
}
const cardOf = (item: HTMLElement | undefined) => within(item ?? document.body).getByRole("link");

it("every plan is one link to its checkout", () => {
  expect(showCards().map((item) => cardOf(item).getAttribute("href"))).toEqual(["/payment/year", "/payment/month"]);
});

it("a card leads with the price a month, and says what is paid, and what it was before", () => {
  const [year] = showCards();
  expect(cardOf(year).textContent).toContain("$5.00 a month");
  expect(cardOf(year).textContent).toContain("$59.99 for 1 year");
  expect(within(cardOf(year)).getByText("$119.88").closest("s")).not.toBeNull();
  expect(cardOf(year).textContent).toContain("58% less than paying monthly");
});

it("a plan of one month says its price once", () => {
  const [, month] = showCards();
  expect(cardOf(month).textContent?.match(/\$11\.99/g)).toHaveLength(1);
});

it("a plan of some days leads with what is paid: the price a month would look dear", () => {
  const week = makeBaseOffer({ interval: "week", price_discount_amount: 2, price_amount: 2, price_unit: 8.69 });
  const [card] = showCards([week]);
  expect(card?.querySelector(".plan-price")?.textContent).toBe("$2.00 for 1 week");
});

it("one plan is the best value", () => {
  const [year, month] = showCards();
  expect([year, month].map((item) => cardOf(item).textContent?.includes("Best value"))).toEqual([true, false]);
});

it("a trial is told with its price and its length", () => {
  const [card] = showCards([makeBaseOffer({ trial_price: 0.99, trial_days: 3 })]);
  expect(cardOf(card).textContent).toContain("3 days for $0.99");
});

it("a trial that costs nothing is free", () => {
  const [card] = showCards([makeBaseOffer({ trial_price: 0, trial_days: 3 })]);
  expect(card?.textContent).toContain("Try 3 days free");
});

it("prices stay in one piece inside text of another direction", () => {
  const [card] = showCards([YEAR], "ar");
  expect(card?.querySelectorAll("bdi").length).toBeGreaterThanOrEqual(3);
});

it("without styles the parts of a card do not run together", () => {
  const [year] = showCards();
  expect(cardOf(year).textContent?.replace(/\s+/g, " ")).toContain("1 year Best value $5.00 a month");
  expect(cardOf(year).textContent?.replace(/\s+/g, " ")).toContain("for 1 year 58% less than paying monthly");
});
