import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { withCoupon } from "~/offers/offer";
import { summaryView } from "~/offers/sale/summary-view.server";
import { makeBaseOffer } from "./builders";

const today = "2026-11-21";
const UNDER = { selling: {}, country: "US", isCancelledHere: true };
const summaryOf = (plan: Parameters<typeof makeBaseOffer>[0] = {}) =>
  summaryView("en", makeBaseOffer(plan), today, UNDER);
const TRIAL = { trial_price: 0.99, trial_days: 3 };

it("the summary says what is due today, and when how much follows", () => {
  expect(summaryOf(TRIAL)).toMatchObject({
    dueToday: "$0.99",
    firstCharge: "today",
    lines: [{ kind: "trial", label: "Trial: 3 days", amount: "$0.99" }, { kind: "dueToday" }],
  });
});

it("with a coupon for all of it nothing is paid, and nothing is said to follow", () => {
  const offer = withCoupon(makeBaseOffer(), { id: "FREE", discount: { type: "percent", value: 100 } });
  expect(offer && summaryView("en", offer, today, UNDER)).toMatchObject({
    dueToday: "$0.00",
    firstCharge: "never",
    coupon: "FREE",
    agreement: "You get 1 year at no cost. It doesn’t renew.",
    next: ["No auto-renewal. Your plan ends on November 21, 2027."],
  });
});

it.each([
  ["of a plan", {}, []],
  ["of a trial", TRIAL, []],
  [
    "of a trial without a way to pay",
    { ...TRIAL, trial_price: 0, trial_without_method: true },
    ["Your free trial ends on November 24, 2026. No card, no charge."],
  ],
  ["of a plan that is sold once", { renews: false }, ["No auto-renewal. Your plan ends on November 21, 2027."]],
])("what follows is said %s", (_, plan, next) => {
  expect(summaryOf(plan).next).toEqual(next);
});

it.each([
  ["plan", {}, "a subscription: $59.99 today, then $59.99 every year from November 21, 2027, until you cancel."],
  [
    "trial",
    TRIAL,
    "a trial that becomes a paid subscription: $0.99 today, then $59.99 every year from November 24, 2026, until you cancel.",
  ],
  ["plan that is sold once", { renews: false }, "1 year for $59.99. It doesn’t renew."],
  ["trial that is sold once", { ...TRIAL, renews: false }, "3 days for $0.99. It doesn’t renew."],
  ["free trial", { ...TRIAL, trial_price: 0, trial_without_method: true }, "It doesn’t become a paid subscription."],
])("what the buyer of a %s agrees to is said", (_, plan, words) => {
  expect(summaryOf(plan).agreement).toContain(words);
});

it.each(LOCALES.map(({ code }) => code))("in %s a plan of 21 days never claims to renew every day", (lang) => {
  const words = (count: number) =>
    summaryView(lang, makeBaseOffer({ interval: "day", interval_count: count }), today, UNDER).agreement;
  expect(words(21)).toMatch(/21|२१|২১|۲۱|٢١|၂၁/);
});

it.each([
  ["a plan", {}, ["$59.99 today", "renews Nov 21, 2027"]],
  ["two years", { interval_count: 2 }, ["$59.99 today", "renews Nov 21, 2028"]],
  ["a trial", TRIAL, ["$0.99 today", "then $59.99 every year from Nov 24, 2026"]],
  ["a plan that is sold once", { renews: false }, ["$59.99 today", "ends Nov 21, 2027"]],
])("%s is told in a line", (_, plan, short) => expect(summaryOf(plan).short).toEqual(short));

it("a trial that becomes a subscription has a timeline, and nothing else has", () => {
  expect(summaryOf(TRIAL).timeline).toEqual([
    { when: "Today", amount: "$0.99" },
    { when: "November 24, 2026", amount: "$59.99 every year" },
  ]);
  expect([summaryOf(), summaryOf({ ...TRIAL, renews: false })].map(({ timeline }) => timeline)).toEqual([
    undefined,
    undefined,
  ]);
});

it("what renews can be cancelled, which stands with what is agreed to", () => {
  const cancel = / Cancel by .+, and you pay nothing more\.$/;
  expect(
    [summaryOf(), summaryOf(TRIAL), summaryOf({ renews: false })].map(({ agreement }) => cancel.test(agreement)),
  ).toEqual([true, true, false]);
});

it("that one cancels online is said where the payments API ends subscriptions", () => {
  const trust = (isCancelledHere: boolean) =>
    summaryView("en", makeBaseOffer(), today, { ...UNDER, isCancelledHere }).trust.map(({ text }) => text);
  expect([trust(true), trust(false)]).toEqual([["Cancel online anytime"], ["Cancel anytime"]]);
});

it("that there is nothing to pay is said of what costs nothing, today or later", () => {
  const free = { ...TRIAL, trial_price: 0, trial_without_method: true };
  expect(summaryOf(free).nothingToPay).toBe("There’s nothing to pay.");
  expect(summaryOf({ ...TRIAL, trial_price: 0 }).nothingToPay).toBeUndefined();
  expect(summaryOf({}).nothingToPay).toBeUndefined();
});
