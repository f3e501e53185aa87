import { expect, it } from "vitest";
import { withCoupon } from "~/offers/offer";
import { firstCharge, saleKind } from "~/offers/sale/sale-kind";
import { makeBaseOffer } from "./builders";

const TRIAL = { trial_price: 0.99, trial_days: 3 };
const FREE_TRIAL = { trial_price: 0, trial_days: 3 };
type PlanFields = Parameters<typeof makeBaseOffer>[0];

it.each<[string, PlanFields, ReturnType<typeof saleKind>, ReturnType<typeof firstCharge>]>([
  ["a plan", {}, "subscription", "today"],
  ["a plan that is sold once", { renews: false }, "once", "today"],
  ["a trial", TRIAL, "trial", "today"],
  ["a trial of a plan that is sold once", { ...TRIAL, renews: false }, "once", "today"],
  ["a trial for nothing", FREE_TRIAL, "trial", "later"],
  [
    "a trial for nothing that asks for no way to pay",
    { ...FREE_TRIAL, trial_without_method: true },
    "freeTrial",
    "never",
  ],
  ["a paid trial is charged, whatever else is said", { ...TRIAL, trial_without_method: true }, "trial", "today"],
  ["a credit for all of today", { price_discount_amount: 0, price_deduction_amount: 59.99 }, "subscription", "later"],
  [
    "a credit for all of a plan that is sold once",
    { price_discount_amount: 0, price_deduction_amount: 59.99, renews: false },
    "once",
    "never",
  ],
  ["a plan that costs nothing", { price_discount_amount: 0, price_amount: 0 }, "once", "never"],
])("%s", (_, plan, kind, charge) => {
  const offer = makeBaseOffer(plan);
  expect([saleKind(offer), firstCharge(offer)]).toEqual([kind, charge]);
});

it.each<[string, PlanFields, number, ReturnType<typeof saleKind>, ReturnType<typeof firstCharge>]>([
  ["all of a plan", {}, 100, "once", "never"],
  ["all of a trial", TRIAL, 100, "once", "never"],
  ["a part of a plan", {}, 50, "subscription", "today"],
  ["nothing of a trial for nothing", FREE_TRIAL, 50, "trial", "later"],
])("a coupon that takes off %s", (_, plan, value, kind, charge) => {
  const offer = withCoupon(makeBaseOffer(plan), { id: "COUPON", discount: { type: "percent", value } });
  expect(offer && [saleKind(offer), firstCharge(offer)]).toEqual([kind, charge]);
});
