import { describe, expect, it } from "vitest";
import { accountNote } from "~/offers/sale/account-note.server";
import { whereabouts } from "~/upstream/contract/deadlines";
import { makePlan, makeProfile } from "../mocks/builders";
import { makeBaseOffer } from "./builders";

const now = new Date("2026-11-21T10:00:00Z");
const when = { today: "2026-11-21", now, place: whereabouts("GB") };
const MONTH = makePlan({ id: "month", interval: "month" });
type Subscription = NonNullable<ReturnType<typeof makeProfile>["subscription"]>;
const WEB: Subscription = { source: "web", renews: true, plan_id: "month" };

/** A member with ten days left. */
const member = (subscription?: Subscription) => makeProfile({ vip: { remain_time: 10 * 86_400 }, subscription });

const userWith = (profile: ReturnType<typeof makeProfile> | undefined, kind: "member" | "signedUp" = "member") =>
  profile === undefined ? ({ kind: "nobody" } as const) : { kind, userId: profile.user_id, profile };

const noteOn = (
  plan: Parameters<typeof makeBaseOffer>[0],
  owner: ReturnType<typeof makeProfile> | undefined,
  kind?: "signedUp",
) => accountNote("en", userWith(owner, kind), { offer: makeBaseOffer(plan), plans: [makePlan(), MONTH], ...when });

const ADDED = "Your plan is active until November 30, 2026. The time you have left is added to the new plan.";

describe("with a credit for the present plan", () => {
  const CREDIT = { price_discount_amount: 40, price_deduction_amount: 19.99 };
  const REST =
    "What’s left of your plan ($19.99) comes off the price. " + "From November 21, 2027, you pay $59.99 every year.";

  it("the plan is changed: from which to which, for what, and what follows", () => {
    expect(noteOn(CREDIT, member(WEB))).toEqual({ text: `You’re switching from 1 month to 1 year today. ${REST}` });
  });

  it.each([
    ["is not on sale any more", { ...WEB, plan_id: "old" }],
    ["is not told", undefined],
  ])("where the present plan %s only the new one is named", (_, subscription) => {
    const { text } = noteOn(CREDIT, member(subscription)) ?? {};
    expect(text).toBe(`You’re switching to 1 year today. ${REST}`);
  });

  it("a store's subscription does not change that", () => {
    expect(noteOn(CREDIT, member({ source: "app_store" }))?.text).toContain("You’re switching");
  });

  it("a plan that is sold once is not said to go on at the full price, nor to be added", () => {
    expect(noteOn({ ...CREDIT, renews: false }, member(WEB))).toBeUndefined();
  });

  it("a trial has its own price, without the credit", () => {
    const trial = { ...CREDIT, trial_price: 0.99, trial_days: 3 };
    expect(noteOn(trial, member())?.text).toBe(ADDED);
  });
});

it.each([
  ["app_store", "App Store", "https://apps.apple.com/account/subscriptions"],
  ["google_play", "Google Play", "https://play.google.com/store/account/subscriptions"],
] as const)("a subscription in the %s goes on until it is ended there", (source, store, to) => {
  const note = noteOn({}, member({ source }));
  expect(note?.text).toContain(`You already subscribe ${store === "App Store" ? "in the" : "on"} ${store}.`);
  expect(note).toMatchObject({ link: { text: expect.stringContaining(store), to }, isWarning: true });
});

it("another plan beside one that renews is a second subscription, and the first can be cancelled", () => {
  expect(noteOn({}, member(WEB))).toEqual({
    text: "You already have a subscription that renews. Cancel the one you don’t need, so that you don’t pay for both.",
    link: { text: "Cancel the first one", to: "/cancel" },
    isWarning: true,
  });
});

it.each<[string, Parameters<typeof makeBaseOffer>[0], Subscription | undefined]>([
  ["the same plan", {}, { ...WEB, plan_id: "year" }],
  ["a plan beside one that ends by itself", {}, { ...WEB, renews: false }],
  ["a plan beside a store's that ends by itself", {}, { source: "app_store", renews: false }],
  ["a plan that is sold once", { renews: false }, WEB],
  [
    "a free trial beside a store's",
    { trial_price: 0, trial_days: 3, trial_without_method: true },
    { source: "google_play" },
  ],
  ["a plan where no subscription is told", {}, undefined],
])("%s is added to what is left", (_, plan, subscription) => {
  expect(noteOn(plan, member(subscription))).toEqual({ text: ADDED, isWarning: true });
});

it("nothing is said of a plan that is over, nor to a visitor without an account or with one that a sign-up made", () => {
  expect(noteOn({}, makeProfile())).toBeUndefined();
  expect(noteOn({}, undefined)).toBeUndefined();
  expect(noteOn({}, member(WEB), "signedUp")).toBeUndefined();
});
