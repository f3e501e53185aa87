import { expect, it } from "vitest";
import { withCoupon } from "~/offers/offer";
import { summaryView } from "~/offers/offer-view";
import { makeBaseOffer } from "./builders";

const today = new Date("2026-11-21T10:00:00Z");

it("the summary says what is due today, and when how much follows", () => {
  const offer = makeBaseOffer({ trial_price: 0.99, trial_days: 3 });
  expect(summaryView("en", offer, today)).toMatchObject({
    dueToday: "$0.99",
    isFree: false,
    lines: [{ kind: "trial", amount: "$0.99", period: { unit: "day", count: 3, n: "3" } }, { kind: "dueToday" }],
    next: { kind: "renewsAfterTrial", date: "November 24, 2026", price: "$59.99" },
  });
});

it("with a coupon for all of it nothing is paid, and nothing is said to follow", () => {
  const offer = withCoupon(makeBaseOffer(), { id: "FREE", discount: { type: "percent", value: 100 } });
  expect(offer && summaryView("en", offer, today)).toMatchObject({
    dueToday: "$0.00",
    isFree: true,
    coupon: "FREE",
    next: { kind: "ends", date: "November 21, 2027" },
  });
});
