import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  APP_PROVIDERS,
  type AppProviderCode,
  gapPurchaseResult,
  tpaPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import { profile } from "~/upstream/contract/visitor";
import { ask, type Target } from "../../../tools/contract/client";
import { refused } from "../../../tools/contract/purchases";
import { type Running, runningSandbox, SITE } from "../running-sandbox";

const ENDPOINTS = { gap: gapPurchaseResult, tpa: tpaPurchaseResult };

const made = z.object({ order_id: z.string(), transaction_id: z.string(), address: z.url() });
type Made = z.output<typeof made>;

async function make(target: Target, wanted: object): Promise<Made> {
  const response = await fetch(`${target.base}/control/app-purchases`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ plan: "monthly", ...wanted }),
  });
  return made.parse(await response.json());
}

const sentFor = ({ order_id, transaction_id }: Made, changes: object = {}) => ({
  body: { order_id, transaction_id, params: {}, ...changes },
});

const confirm = (target: Target, provider: AppProviderCode, purchase: Made) =>
  ask(target, ENDPOINTS[provider], sentFor(purchase));

describe.each(APP_PROVIDERS)("a purchase made in an app (%s)", (provider) => {
  it("is confirmed at the site's address for it, and its user has paid time", async () => {
    const target = await runningSandbox();
    const purchase = await make(target, { provider });
    const address = new URL(purchase.address);
    expect(address.href).toMatch(`${SITE}/paystatus?`);
    const { order_id, transaction_id } = purchase;
    expect(Object.fromEntries(address.searchParams)).toEqual({ provider, order_id, transaction_id });
    expect(await confirm(target, provider, purchase)).toMatchObject({ status: "success", plan_id: "monthly" });
    expect(await remainTime(target)).toBeGreaterThan(27 * 86_400);
  });

  it("may be pending, and then succeeds", async () => {
    const target = await runningSandbox();
    const purchase = await make(target, { provider, outcome: "pending", seconds: 60 });
    expect(await confirm(target, provider, purchase)).toMatchObject({ status: "pending", money_taken: "unknown" });
    target.pass(60);
    expect(await confirm(target, provider, purchase)).toMatchObject({ status: "success" });
  });

  it("of a trial is one a user, the next one is of the period", async () => {
    const target = await runningSandbox();
    const buy = async () => confirm(target, provider, await make(target, { provider, plan: "weekly" }));
    const told = [await buy(), await buy()];
    expect(told.map(({ amount }) => amount)).toEqual([0.99, 4.99]);
  });

  it("may have failed", async () => {
    const target = await runningSandbox();
    const purchase = await make(target, { provider, outcome: "failed" });
    expect(await confirm(target, provider, purchase)).toMatchObject({ status: "failed", money_taken: "no" });
  });

  it("is not there under another transaction, or for the other app provider", async () => {
    const target = await runningSandbox();
    const purchase = await make(target, { provider });
    const endpoint = ENDPOINTS[provider];
    const sent = sentFor(purchase, { transaction_id: "another" });
    await refused(target, { endpoint, sent }, 404, "order_unknown");
    const other = ENDPOINTS[provider === "gap" ? "tpa" : "gap"];
    await refused(target, { endpoint: other, sent: sentFor(purchase) }, 404, "order_unknown");
  });
});

it("a purchase in an app is made by a form on the control pages", async () => {
  const { base } = await runningSandbox();
  const body = new URLSearchParams({ provider: "gap", plan: "yearly", outcome: "success" });
  const page = await (await fetch(`${base}/control/app-purchases`, { method: "POST", body })).text();
  expect(page).toContain("/paystatus?provider=gap");
  const wrong = new URLSearchParams({ provider: "gap", plan: "daily" });
  expect((await fetch(`${base}/control/app-purchases`, { method: "POST", body: wrong })).status).toBe(422);
});

async function remainTime(target: Running): Promise<number> {
  const token = new URL(target.sandbox.signedLink("/")).searchParams.get("token");
  const { vip } = await ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });
  return vip.remain_time;
}
