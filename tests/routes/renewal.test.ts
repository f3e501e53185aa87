import { describe, expect, it } from "vitest";
import { changeEnv } from "../env/changed-env";
import { signedIn } from "./receipt-owner";
import { page, type Shown } from "./site";
import { subscribed } from "./subscriptions";

const MANAGE = "https://pay.test/manage/1";
const PAST_DUE = { state: "past_due", manage_url: MANAGE } as const;

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;

/** Where the page's one button leads. */
const wayOn = ({ document }: Shown) =>
  [...document.querySelectorAll("main a.button")].map((link) => [link.textContent, link.getAttribute("href")]);

const open = async () => page("/renewal", await signedIn());

describe("a renewal that failed", () => {
  it("is told with its amount; the provider's page is the one way on", async () => {
    changeEnv({ redirectHosts: ["pay.test"] });
    subscribed(PAST_DUE);
    const failed = await open();
    expect([failed.answer.status, headingOf(failed)]).toEqual([200, "We couldn’t renew your plan"]);
    expect(failed.see.getByText("Your payment of $59.99 didn’t go through. You haven’t been charged.")).toBeDefined();
    expect(wayOn(failed)).toEqual([["Update your payment method", MANAGE]]);
  });

  it.each([
    ["where there is no such page", { state: "past_due" } as const],
    ["where that page is nowhere that buyers may be sent", { ...PAST_DUE, manage_url: "https://evil.example/" }],
    ["where the last try is over", { ...PAST_DUE, state: "ended" } as const],
  ])("%s the plan is bought anew, and that alone", async (_, subscription) => {
    changeEnv({ redirectHosts: ["pay.test"] });
    subscribed(subscription);
    expect(wayOn(await open())).toEqual([["Buy the plan again", "/payment/year"]]);
  });

  it("of a plan that is no longer on sale leads to all plans", async () => {
    subscribed({ state: "past_due", plan_id: "gone", renewal: undefined });
    const failed = await open();
    expect(failed.see.getByText("The payment didn’t go through. You haven’t been charged.")).toBeDefined();
    expect(wayOn(failed)).toEqual([["Buy the plan again", "/payment"]]);
  });

  it("of a store is the store's", async () => {
    changeEnv({ redirectHosts: ["pay.test"] });
    subscribed({ ...PAST_DUE, source: "google_play" });
    const failed = await open();
    expect(wayOn(failed)).toEqual([["Open Google Play", expect.stringContaining("play.google.com")]]);
    const keep = "Bought on Google Play: update your payment method there.";
    expect(failed.see.getByText(keep)).toBeDefined();
  });

  it("of a store where it has ended is bought anew here", async () => {
    subscribed({ ...PAST_DUE, state: "ended", source: "google_play" });
    const failed = await open();
    expect(wayOn(failed)).toEqual([["Buy the plan again", "/payment/year"]]);
    expect(failed.see.queryByText(/Google Play/)).toBeNull();
  });

  it("is one heading, however many there are", async () => {
    subscribed({ state: "past_due" }, { state: "past_due", subscription_id: "sub_2", plan_id: "month" });
    const failed = await open();
    expect(headingOf(failed)).toBe("We couldn’t renew your plan");
    expect(wayOn(failed).map(([, address]) => address)).toEqual(["/payment/year", "/payment/month"]);
  });
});

it.each([
  ["all that runs is paid", [{}, { subscription_id: "sub_2", state: "ended" }] as const],
  ["the last was withdrawn from", [{ state: "withdrawn" }] as const],
  ["there never was any", [] as const],
])("where %s everything is fine", async (_, subscriptions) => {
  subscribed(...subscriptions);
  const fine = await open();
  expect([headingOf(fine), wayOn(fine)]).toEqual(["Everything is paid", []]);
});

it("whoever comes without a link is asked for their address, and told nothing of a failure", async () => {
  subscribed();
  const nobody = await page("/renewal");
  expect(headingOf(nobody)).toBe("Find your subscription");
  expect(nobody.see.queryByText(/did not go through/)).toBeNull();
});

it("launchly#316: before a payment fails the way to pay can be changed, where the plan renews and its provider has a page", async () => {
  changeEnv({ redirectHosts: ["pay.test"] });
  subscribed(
    { manage_url: MANAGE },
    { subscription_id: "sub_2", state: "ending", manage_url: MANAGE },
    { subscription_id: "sub_3", source: "google_play", manage_url: MANAGE },
    { subscription_id: "sub_4", manage_url: "https://evil.example/" },
  );
  const fine = await open();
  expect(headingOf(fine)).toBe("Everything is paid");
  expect(wayOn(fine)).toEqual([["Update your payment method", MANAGE]]);
  expect(fine.see.queryByText("You don’t need to do anything.")).toBeNull();
});
