import { expect, it } from "vitest";
import { nextPayment, withCoupon } from "~/offers/offer";
import { makeBaseOffer } from "./builders";

const today = new Date("2026-12-30T10:00:00Z");
const dayOf = ({ on }: { on: Date }) => on.toISOString().slice(0, 10);

it("a plan renews after its period at its price", () => {
  const next = nextPayment(makeBaseOffer(), today);
  expect(next).toMatchObject({ kind: "renews", amount: 59.99, period: { unit: "year", count: 1 } });
  expect(dayOf(next)).toBe("2027-12-30");
});

it("a trial is followed by the first full period", () => {
  const next = nextPayment(makeBaseOffer({ trial_price: 0.99, trial_days: 3 }), today);
  expect(next).toMatchObject({ kind: "renewsAfterTrial", amount: 59.99 });
  expect(dayOf(next)).toBe("2027-01-02");
});

it("a coupon is for today only: what follows is the plan's price", () => {
  const offer = withCoupon(makeBaseOffer(), { id: "HALF", discount: { type: "percent", value: 50 } });
  expect(offer && nextPayment(offer, today)).toMatchObject({ kind: "renews", amount: 59.99 });
});

it("where nothing is paid, nothing renews: the plan ends by itself", () => {
  const free = withCoupon(makeBaseOffer(), { id: "FREE", discount: { type: "percent", value: 100 } });
  expect(free && nextPayment(free, today)).toEqual({ kind: "ends", on: new Date("2027-12-30T10:00:00.000Z") });
  const trial = nextPayment(makeBaseOffer({ trial_price: 0, trial_days: 7 }), today);
  expect([trial.kind, dayOf(trial)]).toEqual(["ends", "2027-01-06"]);
});
