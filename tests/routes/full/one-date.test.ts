import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { addDays, dayIn } from "~/upstream/contract/deadlines";
import { changeEnv } from "../../env/changed-env";
import { upstream } from "../../mocks/server";
import { choose, setUp } from "../../sandbox/buyer";
import { mailTo } from "../../sandbox/paid";
import { type Running, runningSandbox } from "../../sandbox/running-sandbox";
import { control, recordsOf } from "../../sandbox/subscriber";
import { fieldsOf, page, post, type Shown, tokenIn } from "../site";

const EMAIL = "buyer@example.com";
const AMERICAN = { "x-visitor-ip": "203.0.113.1" };

beforeAll(() => upstream.close());
afterEach(() => vi.useRealTimers());

/** The site on a sandbox of its own, both at a moment that does not pass. */
async function siteAt(moment: string): Promise<Running> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(moment) });
  const target = await runningSandbox();
  changeEnv({ apiBaseUrl: target.base, redirectHosts: [new URL(target.base).host] });
  return target;
}

const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });

/** All days that a text names, with the month in words or in short, each once, without the day of the purchase. */
function daysIn(text: string | null | undefined, bought: string): string[] {
  const days = (text?.match(/[A-Z][a-z]+ \d{1,2}, \d{4}/g) ?? []).map((day) => dayOf(`${day} UTC`));
  const today = dayIn("America/New_York", Date.parse(bought));
  return [...new Set(days.filter((day) => day !== dayOf(today)))];
}

const contentOf = ({ document }: Shown): string => document.querySelector("main")?.textContent ?? "";

/** Buys a plan. @returns the checkout, and the order's token */
async function buy(plan: string): Promise<{ checkout: Shown; token: string }> {
  const checkout = await page(`/payment/${plan}`, AMERICAN);
  const sent = await post(`/payment/${plan}`, fieldsOf(checkout, { email: EMAIL, provider: "so" }), AMERICAN);
  const token = tokenIn(sent) ?? "";
  const order = await readOrderToken(token);
  if (order?.kind !== "site" || order.handOff === undefined) throw new Error("nothing was opened");
  await choose(order.handOff.address, "approve");
  return { checkout, token };
}

const hrefOf = ({ document }: Shown, start: string): string =>
  document.querySelector(`main a[href^="${start}"]`)?.getAttribute("href") ?? "";

it.each([
  ["2026-11-22T10:00:00Z", "two-years", "November 22, 2028"],
  ["2027-01-31T12:00:00Z", "monthly", "February 28, 2027"],
  ["2028-01-31T23:59:59Z", "monthly", "February 29, 2028"],
  ["2027-10-31T00:00:00Z", "monthly", "November 30, 2027"],
  ["2028-02-29T00:00:01Z", "yearly", "February 28, 2029"],
  ["2027-02-28T23:59:59.700Z", "two-years", "February 28, 2029"],
  ["2027-12-31T23:59:59.700Z", "weekly", "January 3, 2028"],
])("bought at %s, the plan %s renews on one day, wherever it is told: %s", async (moment, plan, day) => {
  const target = await siteAt(moment);
  const { checkout, token } = await buy(plan);
  const lastDay = dayOf(addDays(new Date(`${day} UTC`).toISOString().slice(0, 10), -1));
  expect(daysIn(contentOf(checkout), moment)).toEqual([day, lastDay]);

  const success = await page(`/paysuc?o=${token}`);
  expect(success.see.getByText("Next payment").nextElementSibling?.textContent).toContain(day);
  expect(daysIn(contentOf(success), moment)).toEqual([day]);

  const receipts = await page(hrefOf(success, "/receipts?k="));
  const receipt = await page(hrefOf(receipts, "/receipts/"));
  // Below it stands until when it may be made out to somebody.
  expect(daysIn(receipt.document.querySelector(".paper")?.textContent, moment)).toEqual([day]);
  // The last day to withdraw stands there, too; it may be one of these.
  expect(daysIn(contentOf(await page(hrefOf(success, "/cancel?k="))), moment).slice(0, 2)).toEqual([day, lastDay]);

  const [subscription] = await recordsOf(target, EMAIL);
  await control(target, subscription?.id ?? "", "announce");
  const [reminder, letter] = await mailTo(target, EMAIL);
  expect(daysIn(reminder?.text, moment)).toEqual([day, lastDay]);
  // The others are the last of a trial, and the last to withdraw.
  expect(daysIn(letter?.text, moment)).toContain(day);
});

it.each([
  ["2028-01-31T12:00:00Z", "February 29, 2028"],
  ["2027-03-31T23:59:59.700Z", "April 30, 2027"],
])("bought at %s, a plan that is sold once ends on the day that was promised: %s", async (moment, day) => {
  const target = await siteAt(moment);
  await setUp(target, { monthly_renews: "off" });
  const { checkout, token } = await buy("monthly");
  expect(daysIn(contentOf(checkout), moment)).toEqual([day]);
  expect(daysIn(contentOf(await page(`/paysuc?o=${token}`)), moment)).toEqual([day]);
});
