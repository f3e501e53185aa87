import { describe, expect, it } from "vitest";
import { periodEnd, whereabouts } from "~/upstream/contract/deadlines";
import { invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { subscriptionChange } from "~/upstream/contract/subscriptions";
import { profile } from "~/upstream/contract/visitor";
import { ask } from "../../../tools/contract/client";
import { refused } from "../../../tools/contract/purchases";
import { result } from "../buyer";
import { takeBack } from "../older-database";
import { mailTo, paid, paidOrder } from "../paid";
import { secondsOf, TRIAL } from "../period-length";
import { type Running, runningSandbox } from "../running-sandbox";
import { needsFile } from "../shared-database";
import {
  change,
  changing,
  control,
  enterCard,
  linkOwner,
  mailsTo,
  only,
  recordsOf,
  remaining,
  subscriber,
} from "../subscriber";

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;

const daysBetween = (from = "", to = ""): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const monthAfter = (moment = ""): string =>
  new Date(periodEnd(Date.parse(moment), { interval: "month", interval_count: 1 }, whereabouts("US"))).toISOString();

const userToken = ({ sandbox }: Running): string => new URL(sandbox.signedLink("/")).searchParams.get("token") ?? "";

const profileOf = (target: Running) =>
  ask(target, profile, { headers: { Authorization: `Bearer ${userToken(target)}` } });

const SAMPLE_USER = 100001;

/** Buys as somebody who may have an account already. */
async function paidAndGranted(target: Running, changes: object): Promise<void> {
  await result(target, await paid(target, changes));
}

async function onlyRecord(target: Running, email: string) {
  const [record, ...others] = await recordsOf(target, email);
  if (!record || others.length > 0) throw new Error("expected one subscription");
  return record;
}

describe("a subscription that is due", () => {
  it("renews by itself: one charge, an invoice, a receipt, and the plan goes on", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target, { terms_version: "2026-11" });
    const before = await only(target, owner);
    target.pass(secondsOf());
    const after = await only(target, owner);
    expect(after).toMatchObject({ state: "active", renewal: { on: after.ends_at } });
    expect(daysBetween(monthAfter(before.ends_at), after.ends_at)).toBeCloseTo(0, 2);
    expect(await remaining(target, owner)).toBeGreaterThan(27 * DAY_S);
    const { charges } = await onlyRecord(target, owner.email);
    expect(charges).toMatchObject([{ period: 2, amount: 11.99, currency: "USD", state: "kept" }]);
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices.map(({ description, amount }) => [description, amount])).toEqual([
      ["VPN subscription, 1 month, renewal", 11.99],
      ["VPN subscription, 1 month", 11.99],
    ]);
    for (const { renewal } of invoices) expect(renewal).toEqual(after.renewal);
    expect(invoices[0]).toMatchObject({ statement: "VPNCHECKOUT", terms_version: "2026-11" });
    expect(await mailsTo(target, owner, "Your receipt")).toBe(2);
    await change(target, owner, "cancel");
    for (const invoice of (await ask(target, invoiceList, { body: owner.receipts })).invoices)
      expect(invoice).not.toHaveProperty("renewal");
    expect(await result(target, owner)).not.toHaveProperty("renewal");
  });

  it("after a trial costs the whole price", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target, { plan_id: "weekly", amount: 0.99 });
    target.pass(secondsOf(TRIAL));
    expect(await only(target, owner)).toMatchObject({ is_trial: false, refund: { amount: 5.98, currency: "USD" } });
    const [invoice] = (await ask(target, invoiceList, { body: owner.receipts })).invoices;
    expect(invoice?.lines?.map(({ kind }) => kind)).toEqual(["plan", "dueToday"]);
  });

  it("is charged once for a period, though many look at once", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    target.pass(secondsOf());
    await Promise.all(Array.from({ length: 10 }, () => only(target, owner)));
    expect((await onlyRecord(target, owner.email)).charges).toHaveLength(1);
  });

  it("is charged for one period only, however long nobody looked", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    target.pass(400 * DAY_S);
    await only(target, owner);
    expect((await onlyRecord(target, owner.email)).charges).toHaveLength(1);
    expect(await remaining(target, owner)).toBeGreaterThan(27 * DAY_S);
  });

  it("is given back with all its renewals by a withdrawal", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target, { plan_id: "weekly", amount: 0.99 });
    target.pass(secondsOf(TRIAL));
    const { subscription } = await change(target, owner, "withdraw");
    expect(subscription.state).toBe("withdrawn");
    expect((await onlyRecord(target, owner.email)).charges).toMatchObject([{ state: "refunded" }]);
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices).toMatchObject([{ status: "refunded" }, { status: "refunded" }]);
    const [letter] = await mailTo(target, owner.email);
    expect(letter?.text).toContain("$5.98");
  });
});

describe("on the control page", () => {
  it("a subscription renews before the time, once for a period however often the form is sent", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => control(target, owner.id, "renew", { period: 2 })),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await onlyRecord(target, owner.email)).charges).toHaveLength(1);
    expect(await remaining(target, owner)).toBeGreaterThan(58 * DAY_S);
  });

  it("a renewal that fails is past due, told by a mail with a link, and tried again only with a new card", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    await control(target, owner.id, "fail");
    expect(await only(target, owner)).toMatchObject({ state: "past_due", renewal: { amount: 11.99 } });
    const [letter] = await mailTo(target, owner.email);
    expect(letter?.subject).toBe("We couldn’t renew your plan");
    expect(letter?.text).toMatch(/http:\/\/localhost:3000\/renewal\?k=0_\d+_lnk_/);
    target.pass(31 * DAY_S);
    expect((await only(target, owner)).state).toBe("past_due");
    expect(await control(target, owner.id, "renew")).toBe(409);
    await enterCard(target, owner, "declined");
    expect((await onlyRecord(target, owner.email)).charges).toEqual([]);
    await enterCard(target, owner, "accepted");
    await enterCard(target, owner, "accepted");
    expect((await only(target, owner)).state).toBe("active");
    expect((await onlyRecord(target, owner.email)).charges).toMatchObject([{ period: 2, state: "kept" }]);
    expect(await remaining(target, owner)).toBeGreaterThan(27 * DAY_S);
  });

  it("a failed renewal that is cancelled and resumed is still not tried again by itself", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    await control(target, owner.id, "fail");
    await change(target, owner, "cancel");
    expect((await change(target, owner, "resume")).subscription.state).toBe("past_due");
  });

  it("who buys the plan anew after a failed renewal is not charged for the old one", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    await control(target, owner.id, "fail");
    await paidAndGranted(target, { email: owner.email });
    const states = (await recordsOf(target, owner.email)).map(({ state }) => state);
    expect(states.sort()).toEqual(["active", "ending"]);
  });

  it.each([
    ["the next payment", {}, "Your plan renews on"],
    ["a trial's end", { plan_id: "weekly", amount: 0.99 }, "Your trial ends on"],
  ])("%s is announced once, with a link to cancel", async (_, wanted, subject) => {
    const target = await runningSandbox();
    const owner = await subscriber(target, wanted);
    await Promise.all([1, 2, 3].map(() => control(target, owner.id, "announce")));
    expect(await mailsTo(target, owner, subject)).toBe(1);
    const [letter] = await mailTo(target, owner.email);
    expect(letter?.text).toContain("http://localhost:3000/cancel?k=");
  });

  it("what is done by a form leads back to the list, which has what may be done", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const page = await (await fetch(`${target.base}/control/subscriptions`)).text();
    expect(page).toContain(`action="/control/subscriptions/${owner.id}"`);
    const body = new URLSearchParams({ action: "fail" });
    const address = `${target.base}/control/subscriptions/${owner.id}`;
    const { status, headers } = await fetch(address, { method: "POST", body, redirect: "manual" });
    expect([status, headers.get("Location")]).toEqual([303, "/control/subscriptions"]);
  });
});

describe("a subscription of an app's store", () => {
  it.each(["app_store", "google_play"])(
    "(%s) is told in the profile, and changed in the store only",
    async (source) => {
      const target = await runningSandbox();
      const { status } = await fetch(`${target.base}/control/subscriptions`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ source, plan: "yearly", user_id: SAMPLE_USER }),
      });
      expect(status).toBe(200);
      const { subscription, vip } = await profileOf(target);
      expect(subscription).toMatchObject({ plan_id: "yearly", source, renews: true });
      expect(vip.remain_time).toBeGreaterThan(364 * DAY_S);
      const receipts = linkOwner(target);
      const told = await only(target, { receipts });
      expect(told).not.toHaveProperty("manage_url");
      expect(told).not.toHaveProperty("withdraw_until");
      const owner = { receipts, id: told.subscription_id, orderId: "", page: "", email: "" };
      for (const action of ["cancel", "resume", "withdraw"] as const)
        await refused(
          target,
          { endpoint: subscriptionChange, sent: changing(owner, action) },
          409,
          "store_subscription",
        );
    },
  );

  it("goes on without a charge of ours", async () => {
    const target = await runningSandbox();
    const body = new URLSearchParams({ source: "app_store", plan: "monthly" });
    await fetch(`${target.base}/control/subscriptions`, { method: "POST", body });
    target.pass(secondsOf());
    const record = await onlyRecord(target, `user${SAMPLE_USER}@example.com`);
    expect(record).toMatchObject({ state: "active", period: 2, charges: [] });
  });
});

describe("the profile", () => {
  it("tells the subscription that runs, until it is over", async () => {
    const target = await runningSandbox();
    expect(await profileOf(target)).not.toHaveProperty("subscription");
    await paidAndGranted(target, { email: `user${SAMPLE_USER}@example.com` });
    const { subscription } = await profileOf(target);
    expect(subscription).toMatchObject({ plan_id: "monthly", source: "web", renews: true });
    const receipts = linkOwner(target);
    const { subscription_id: id } = await only(target, { receipts });
    await change(target, { receipts, id, orderId: "", page: "", email: "" }, "cancel");
    expect((await profileOf(target)).subscription).toMatchObject({ renews: false, until: subscription?.until });
    target.pass(31 * DAY_S);
    const headers = { Authorization: `Bearer ${userToken(target)}` };
    expect(await ask(target, profile, { headers })).not.toHaveProperty("subscription");
  });
});

it(
  "a database of before keeps its invoices and what was sent of them, and its new orders renew",
  needsFile,
  async () => {
    const before = await runningSandbox();
    const old = await paidOrder(before);
    const send = () => ({ body: { ...old.receipts, email: old.email, invoice_id: "INV-000001" } });
    for (let n = 0; n < 3; n += 1) await ask(before, invoiceSend, send());
    await before.sandbox.close();
    takeBack(before.dataDir, "009-subscriptions");
    const after = await runningSandbox({ dataDir: before.dataDir });
    await refused(after, { endpoint: invoiceSend, sent: send() }, 429, "too_many");
    const owner = await subscriber(after);
    after.pass(secondsOf());
    await only(after, owner);
    expect((await ask(after, invoiceList, { body: owner.receipts })).invoices).toHaveLength(2);
    expect((await ask(after, invoiceList, { body: old.receipts })).invoices).toMatchObject([{ order_id: old.orderId }]);
  },
);
