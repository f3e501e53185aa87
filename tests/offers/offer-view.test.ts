import { expect, it } from "vitest";
import { offerViews } from "~/offers/offer-view";
import { makeBaseOffer } from "./builders";

it("a card shows text only: the price, the price a month, the regular price and what is saved", () => {
  const [card] = offerViews("en", [makeBaseOffer()]);
  expect(card).toMatchObject({
    planId: "year",
    price: "$59.99",
    perMonth: "$5.00",
    full: "$119.88",
    saved: "49%",
    isBest: true,
    period: { unit: "year", count: 1, n: "1" },
  });
});

it("a plan at its regular price claims no saving", () => {
  const [card] = offerViews("en", [makeBaseOffer({ price_amount: 59.99 })]);
  expect([card?.full, card?.saved]).toEqual([undefined, undefined]);
});

it("exactly one card is the best value", () => {
  const cards = offerViews("de", [makeBaseOffer({ price_unit: 9 }), makeBaseOffer({ price_unit: 3 })]);
  expect(cards.map(({ isBest }) => isBest)).toEqual([false, true]);
});
