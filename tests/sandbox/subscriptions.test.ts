import { describe, expect, it } from "vitest";
import { formatMoment } from "~/i18n/dates";
import { commonParams } from "~/upstream/contract/catalogue";
import { addDays, addPeriod } from "~/upstream/contract/deadlines";
import { invoiceList } from "~/upstream/contract/invoices";
import {
  OPTIONAL_CALLS,
  resumeLink,
  subscriptionChange,
  subscriptionLink,
  subscriptionList,
} from "~/upstream/contract/subscriptions";
import { ask, send } from "../../tools/contract/client";
import { refused } from "../../tools/contract/purchases";
import { chargesOf, choose, order, result, setUp } from "./buyer";
import { mailTo, paid, paidOrder } from "./paid";
import { type Running, runningSandbox } from "./running-sandbox";
import { signedAs } from "./signed-as";
import { change, changing, linkOwner, mailsTo, only, remaining, subscriber } from "./subscriber";

const DAY_S = 86_400;

const refundAll = ({ base }: Running, orderId: string) =>
  fetch(`${base}/control/orders/${orderId}/refund`, { method: "POST", redirect: "manual" });

describe("a subscription", () => {
  it("begins with a paid order, and its owner is told of it", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const told = await only(target, owner);
    expect(told).toMatchObject({
      order_id: owner.orderId,
      plan_id: "monthly",
      state: "active",
      source: "web",
      is_trial: false,
      renewal: { on: told.ends_at, amount: 11.99, currency: "USD" },
      refund: { amount: 11.99, currency: "USD" },
    });
    expect(told.renewal?.day).toBe(addPeriod(told.bought_day ?? "", { interval: "month", interval_count: 1 }));
    expect(told.withdraw_day).toBe(addDays(told.bought_day ?? "", 30));
    expect(told.manage_url).toContain(`${target.base}/hosted/subscriptions/`);
  });

  it("that began with a trial renews at the price of the period, in the currency that was paid", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target, { plan_id: "weekly", country_code: "GB", amount: 0.89, currency: "GBP" });
    const told = await only(target, owner);
    expect(told).toMatchObject({ is_trial: true, renewal: { amount: 4.49, currency: "GBP" } });
    expect(told.renewal?.day).toBe(addDays(told.bought_day ?? "", 3));
  });

  it("is told by the app's link to the user who bought it, and to no forger", async () => {
    const target = await runningSandbox();
    const receipts = linkOwner(target);
    const { orderId } = await paid(target, await signedAs(target, receipts.user_id));
    expect((await only(target, { receipts })).order_id).toBe(orderId);
    const sent = { body: { ...receipts, sign: "0".repeat(64) } };
    await refused(target, { endpoint: subscriptionList, sent }, 403, "sign_invalid");
  });

  it("that began with a free trial is worth nothing until it renews at the full price", async () => {
    const target = await runningSandbox();
    await setUp(target, { trial: "free" });
    const owner = await subscriber(target, { plan_id: "weekly", amount: 0 });
    await setUp(target, { trial: "none" });
    expect(await only(target, owner)).toMatchObject({
      is_trial: true,
      refund: { amount: 0 },
      renewal: { amount: 4.99 },
    });
    target.pass(4 * DAY_S);
    expect(await only(target, owner)).toMatchObject({ is_trial: false, refund: { amount: 4.99, currency: "USD" } });
  });

  it("that began with a free trial can be withdrawn from: nothing goes back", async () => {
    const target = await runningSandbox();
    await setUp(target, { trial: "free" });
    const owner = await subscriber(target, { plan_id: "weekly", amount: 0 });
    expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
    expect(await remaining(target, owner)).toBe(0);
    const letters = await mailTo(target, owner.email);
    const [letter, ...others] = letters.filter(({ subject }) => subject === "We’ve received your withdrawal");
    expect(others).toEqual([]);
    expect(letter?.text).toMatch(/Your plan has ended\. You weren’t charged\./);
  });

  it("of a plan that is sold once never renews, though the plan does when it is granted; it can be withdrawn from", async () => {
    const target = await runningSandbox();
    await setUp(target, { monthly_renews: "off" });
    const ordered = await order(target);
    await setUp(target, { monthly_renews: "on" });
    await choose(ordered.page, "approve");
    const { receipts } = await result(target, ordered);
    if (!receipts) throw new Error("a paid order came without the key to its receipts");
    const told = await only(target, { receipts });
    expect(told).toMatchObject({ state: "ending", renews: false, refund: { amount: 11.99, currency: "USD" } });
    for (const field of ["renewal", "manage_url"]) expect(told).not.toHaveProperty(field);
    const owner = { ...ordered, receipts, id: told.subscription_id };
    await refused(target, { endpoint: subscriptionChange, sent: changing(owner, "resume") }, 409, "subscription_over");
    expect((await change(target, owner, "cancel")).subscription.state).toBe("ending");
    expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
    expect(await chargesOf(target, owner.email)).toEqual(["refunded"]);
    expect(await mailsTo(target, owner, "We’ve received your withdrawal")).toBe(1);
  });

  it("does not renew where nothing was due, as no provider can charge later; withdrawing ends it", async () => {
    const target = await runningSandbox();
    const given = await order(target, { coupon_id: "FREE100", amount: 0 });
    const { receipts } = await result(target, given);
    if (!receipts) throw new Error("nothing due is a success at once");
    const told = await only(target, { receipts });
    expect(told).toMatchObject({ state: "ending", renews: false, refund: { amount: 0 } });
    const owner = { ...given, receipts, id: told.subscription_id };
    expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
    expect(await remaining(target, owner)).toBe(0);
  });
});

describe("cancelling", () => {
  it("ends the renewal: nothing is charged, and at the end of what is paid it is over", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const { subscription, asked_at, email_hint } = await change(target, owner, "cancel");
    expect(subscription).toMatchObject({ state: "ending", subscription_id: owner.id });
    expect(subscription).not.toHaveProperty("renewal");
    expect(email_hint).toBe(`${owner.email.charAt(0)}***@example.com`);
    expect(await remaining(target, owner)).toBeGreaterThan(27 * DAY_S);
    const [letter] = await mailTo(target, owner.email);
    expect(letter?.text).toContain(formatMoment("en", new Date(asked_at ?? "")));
    target.pass(32 * DAY_S);
    expect((await only(target, owner)).state).toBe("ended");
    expect(await chargesOf(target, owner.email)).toEqual(["kept"]);
    await refused(target, { endpoint: subscriptionChange, sent: changing(owner, "resume") }, 409, "subscription_over");
  });

  it("is confirmed in the language of the order, with a link to the page in it", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target, { language: "fr" });
    await change(target, owner, "cancel");
    const [letter] = await mailTo(target, owner.email);
    expect(letter?.html).toContain('<html lang="fr"');
    expect(letter?.text).toContain("http://localhost:3000/fr/cancel?k=");
  });

  it("again is answered as it is, and no second mail is written", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const first = await change(target, owner, "cancel");
    target.pass(60);
    expect(await change(target, owner, "cancel")).toEqual(first);
    expect(await mailsTo(target, owner, "Your subscription is canceled")).toBe(1);
  });

  it("is undone by resuming, and a repeated call of before does not cancel again", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const key = "the-key-of-cancelling";
    await change(target, owner, "cancel", key);
    const { subscription } = await change(target, owner, "resume");
    expect(subscription).toMatchObject({ state: "active", renewal: { amount: 11.99, currency: "USD" } });
    expect((await change(target, owner, "cancel", key)).subscription.state).toBe("active");
    expect(await mailsTo(target, owner, "Your subscription continues")).toBe(1);
    expect(await mailsTo(target, owner, "Your subscription is canceled")).toBe(1);
  });
});

describe("withdrawing", () => {
  it("is told to be voluntary where the buyer's law gives no such right", async () => {
    const target = await runningSandbox();
    for (const [country_code, withdraw_voluntary] of [
      ["US", true],
      ["IL", false],
    ] as const)
      expect(await only(target, await subscriber(target, { country_code }))).toMatchObject({ withdraw_voluntary });
  });

  it("gives all back once and ends the plan, however often and at once it is asked for", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const all = await Promise.all(Array.from({ length: 8 }, () => change(target, owner, "withdraw")));
    expect(all.map(({ subscription }) => subscription.state)).toEqual(all.map(() => "withdrawn"));
    expect(await chargesOf(target, owner.email)).toEqual(["refunded"]);
    expect(await remaining(target, owner)).toBe(0);
    expect(await mailsTo(target, owner, "We’ve received your withdrawal")).toBe(1);
    const told = await only(target, owner);
    expect(told.refund).toEqual({ amount: 11.99, currency: "USD" });
    for (const field of ["withdraw_until", "renewal", "manage_url"]) expect(told).not.toHaveProperty(field);
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices).toMatchObject([{ status: "refunded" }]);
  });

  it("is refused when the last day is over, then and for good", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const { withdraw_until = "" } = await only(target, owner);
    target.pass(Math.ceil((Date.parse(withdraw_until) - Date.now()) / 1000));
    expect(await only(target, owner)).not.toHaveProperty("withdraw_until");
    const sent = changing(owner, "withdraw");
    await refused(target, { endpoint: subscriptionChange, sent }, 409, "withdrawal_over");
    expect(await only(target, owner)).not.toHaveProperty("withdraw_until");
    expect(await chargesOf(target, owner.email)).toEqual(["kept"]);
  });

  it("after that is answered as it is", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const first = await change(target, owner, "withdraw");
    target.pass(30 * DAY_S);
    expect(await change(target, owner, "withdraw")).toEqual(first);
    expect((await change(target, owner, "cancel")).subscription.state).toBe("withdrawn");
  });
});

describe("a change", () => {
  it("under the key of another one is a conflict", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const key = "one-key-for-two-calls";
    await change(target, owner, "cancel", key);
    const sent = changing(owner, "resume", key);
    await refused(target, { endpoint: subscriptionChange, sent }, 409, "idempotency_conflict");
    expect((await only(target, owner)).state).toBe("ending");
  });

  it("of somebody else's subscription is refused as of one that does not exist", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const { receipts } = await paidOrder(target);
    const sent = changing({ ...owner, receipts }, "cancel");
    await refused(target, { endpoint: subscriptionChange, sent }, 404, "subscription_unknown");
  });
});

it("an order that is refunded on the control page ends its subscription", async () => {
  const target = await runningSandbox();
  const owner = await subscriber(target);
  await refundAll(target, owner.orderId);
  expect(await only(target, owner)).toMatchObject({ state: "ended" });
  expect(await remaining(target, owner)).toBe(0);
  const sent = changing(owner, "withdraw");
  await refused(target, { endpoint: subscriptionChange, sent }, 409, "withdrawal_over");
});

it.each([subscriptionList, subscriptionChange, subscriptionLink, resumeLink])(
  "a bare API has no $path",
  async (endpoint) => {
    const target = await runningSandbox({ bareSeed: 7 });
    expect((await send(target, endpoint, { body: {} })).status).toBe(404);
  },
);

it("a bare API tells of no calls", async () => {
  const target = await runningSandbox({ bareSeed: 7 });
  expect((await ask(target, commonParams)).calls).toBeUndefined();
  expect((await ask(await runningSandbox(), commonParams)).calls).toEqual([...OPTIONAL_CALLS]);
});
