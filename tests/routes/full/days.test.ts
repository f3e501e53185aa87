import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { changeEnv } from "../../env/changed-env";
import { upstream } from "../../mocks/server";
import { chargesOf, choose, setUp } from "../../sandbox/buyer";
import { mailTo } from "../../sandbox/paid";
import { type Running, runningSandbox } from "../../sandbox/running-sandbox";
import { recordsOf } from "../../sandbox/subscriber";
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

/** @param country whose prices are chosen @returns the checkout, and the order's success page */
async function buy(
  country: string,
  entered: Record<string, string> = {},
): Promise<{ checkout: Shown; success: Shown }> {
  const path = `/payment/monthly?country=${country}`;
  const checkout = await page(path, AMERICAN);
  const sent = await post(path, fieldsOf(checkout, { email: EMAIL, provider: "so", ...entered }), AMERICAN);
  const token = tokenIn(sent) ?? "";
  const order = await readOrderToken(token);
  if (order?.kind !== "site" || order.handOff === undefined) throw new Error("nothing was opened");
  await choose(order.handOff.address, "approve");
  return { checkout, success: await page(`/paysuc?o=${token}`) };
}

const contentOf = ({ document }: Shown): string => document.querySelector("main")?.textContent ?? "";

const hrefOf = ({ document }: Shown, start: string): string =>
  document.querySelector(`main a[href^="${start}"]`)?.getAttribute("href") ?? "";

it("bought at 22:00 in Los Angeles, what was agreed for the 27th is charged when it is the 27th there", async () => {
  const target = await siteAt("2026-10-27T05:00:00Z");
  const { checkout, success } = await buy("US", { time_zone: "America/Los_Angeles" });
  for (const shown of [checkout, success]) expect(contentOf(shown)).toContain("November 27, 2026");
  const [subscription] = await recordsOf(target, EMAIL);
  expect(new Date(subscription?.ends_at ?? 0).toISOString()).toBe("2026-11-27T10:00:00.000Z");
  vi.setSystemTime(new Date("2026-11-27T07:59:59Z"));
  await recordsOf(target, EMAIL);
  expect(await chargesOf(target, EMAIL)).toEqual(["kept"]);
  const card = contentOf(await page(hrefOf(success, "/cancel?k=")));
  expect(card).toContain("$11.99 on November 27, 2026");
});

it("what is agreed for a day is charged on no earlier one where the buyer is, whatever country's prices they chose", async () => {
  const target = await siteAt("2026-10-27T00:33:00Z");
  // In Berlin it is the 27th, in Los Angeles the 26th, 17:33.
  const { checkout } = await buy("DE", { time_zone: "America/Los_Angeles" });
  expect(contentOf(checkout)).toContain("November 27, 2026");
  const [subscription] = await recordsOf(target, EMAIL);
  const inLosAngeles = { timeZone: "America/Los_Angeles", dateStyle: "long" } as const;
  expect(new Date(subscription?.ends_at ?? 0).toLocaleDateString("en", inLosAngeles)).toBe("November 27, 2026");
});

it("bought at 00:34 in Berlin, it is dated that day, on every page and in the mail", async () => {
  const target = await siteAt("2026-11-23T23:34:00Z");
  const { checkout, success } = await buy("DE");
  expect(contentOf(checkout)).toContain("December 24, 2026");
  const receipts = await page(hrefOf(success, "/receipts?k="));
  expect(receipts.document.querySelector("time")?.getAttribute("datetime")).toBe("2026-11-24");
  const receipt = contentOf(await page(hrefOf(receipts, "/receipts/")));
  expect(receipt).toContain("November 24, 2026");
  const [letter] = await mailTo(target, EMAIL);
  for (const text of [contentOf(receipts), receipt, letter?.text ?? ""])
    expect(text).not.toContain("November 23, 2026");
});

it("what can be withdrawn from until the 23rd is, at 23:59 of the 23rd, be it paid once", async () => {
  const target = await siteAt("2026-11-09T10:00:00Z");
  await setUp(target, { monthly_renews: "off" });
  const { success } = await buy("DE");
  vi.setSystemTime(new Date("2026-11-23T22:59:59Z"));
  const key = hrefOf(success, "/receipts?k=").replace(/^.*\?/, "");
  const choose = await page(`/withdraw?${key}`);
  expect(contentOf(choose)).toContain("Last day to withdraw: November 23, 2026");
  const confirm = await page(hrefOf(choose, "/withdraw?"));
  const sent = await post(`/withdraw?${key}`, fieldsOf(confirm, {}, "form.change"));
  expect([sent.status, await chargesOf(target, EMAIL)]).toEqual([303, ["refunded"]]);
  expect(contentOf(await page(sent.headers.get("location") ?? ""))).toContain("We’ve received your withdrawal");
});
