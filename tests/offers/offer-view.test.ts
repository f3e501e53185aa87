import { expect, it } from "vitest";
import { makeOffer } from "~/offers/offer";
import { offerViews } from "~/offers/offer-view";
import { makePlan } from "../mocks/builders";
import { makeBaseOffer, makeLocalPrice } from "./builders";

const MONTH = makeBaseOffer({
  id: "month",
  interval: "month",
  price_discount_amount: 9.99,
  price_amount: 9.99,
  price_unit: 9.99,
});

it("a card shows text only: the price, the price a month, what it was before and what is saved", () => {
  const [card] = offerViews("en", [makeBaseOffer(), MONTH]);
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

it.each([
  ["is no higher", makeBaseOffer({ price_amount: 59.99 })],
  ["was asked nobody knows when", makeBaseOffer({ regular_since: undefined })],
  ["was asked in another currency", makeOffer(makePlan(), makeLocalPrice(54.99))],
])("a price before that %s is not shown", (_, offer) => {
  expect(offerViews("en", [offer])[0]?.full).toBeUndefined();
});

it.each([
  ["alone", []],
  ["beside a monthly one in another currency", [{ ...MONTH, amounts: { ...MONTH.amounts, currency: "EUR" } }]],
  ["beside a cheaper one by the month", [{ ...MONTH, renewal: 4 }]],
])("a plan %s claims no saving", (_, others) => {
  expect(offerViews("en", [makeBaseOffer(), ...others])[0]?.saved).toBeUndefined();
});

it("exactly one card is the best value", () => {
  const cards = offerViews("de", [makeBaseOffer({ price_unit: 9 }), makeBaseOffer({ price_unit: 3 })]);
  expect(cards.map(({ isBest }) => isBest)).toEqual([false, true]);
});
