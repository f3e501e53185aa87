import { describe, expect, it } from "vitest";
import { plans, prices } from "~/upstream/contract/catalogue";
import { checkCoupon } from "~/upstream/contract/coupons";
import { invoiceList } from "~/upstream/contract/invoices";
import { ask, type Target } from "../../../tools/contract/client";
import { ALL_PROVIDERS, askAt, type ProviderCalls, so } from "../../../tools/contract/providers";
import { refused, withKey } from "../../../tools/contract/purchases";
import { chargesOf, choose, formOf, historiesOf, order, orderAt, result, setUp } from "../buyer";
import { mailTo, paidOrder } from "../paid";
import { A_WEEK, secondsOf, TRIAL } from "../period-length";
import { runningSandbox } from "../running-sandbox";
import { signedAs } from "../signed-as";

const DAY_S = 86_400;
const WEEKLY = { plan_id: "weekly", amount: 0 };
const each = ALL_PROVIDERS.map((provider) => [provider.code, provider] as const);

async function selling(settings: Record<string, string>) {
  const target = await runningSandbox();
  await setUp(target, settings);
  return target;
}

const sold = async (target: Target, planId: string) =>
  (await ask(target, plans)).plans.find((plan) => plan.id === planId);

/** A free trial at a provider whose buyer has pressed a button there. */
async function left(target: Target, provider: ProviderCalls, outcome: string, more: Record<string, string> = {}) {
  const ordered = await orderAt(target, provider, WEEKLY);
  await choose(ordered.page, outcome, more);
  return { ...ordered, told: () => askAt(target, provider, ordered.orderId) };
}

describe("the weekly plan", () => {
  it.each([
    ["paid", [0.99, 3, false]],
    ["free", [0, 3, false]],
    ["free_without_card", [0, 3, true]],
    ["none", [undefined, undefined, false]],
  ])("is sold as the control page says: with a trial that is %s", async (trial, expected) => {
    const target = await selling({ trial });
    const plan = await sold(target, "weekly");
    expect(plan).toMatchObject({ price_discount_amount: 4.99, renews: true });
    expect([plan?.trial_price, plan?.trial_days, plan?.trial_without_method]).toEqual(expected);
    const query = { product_ids: plan?.product_id ?? "", customer_country: "GB" };
    const { products } = await ask(target, prices, { query });
    expect(products[0]?.subscription.trial_days).toBe(plan?.trial_days);
  });

  it("costs the full price of the period where there is no trial, and takes coupons then", async () => {
    const target = await selling({ trial: "none" });
    const ordered = await order(target, { plan_id: "weekly", amount: 2.5, coupon_id: "ONCE50" });
    await choose(ordered.page, "approve");
    const vip = { remain_time: expect.closeTo(secondsOf(A_WEEK), -2) };
    expect(await result(target, ordered)).toMatchObject({ amount: 2.5, vip, renewal: { amount: 4.99 } });
  });
});

describe.each(each)("a free trial that becomes a subscription, at %s", (code, provider) => {
  it("is granted once the provider has a way to pay, and no money was taken", async () => {
    const target = await selling({ trial: "free" });
    const { email, page, told } = await left(target, provider, "approve");
    expect(new URL(page).pathname).toMatch(`/hosted/${code}/`);
    expect(await told()).toMatchObject({
      status: "success",
      order_state: "done",
      money_taken: "no",
      amount: 0,
      currency: "USD",
      vip: { remain_time: expect.closeTo(secondsOf(TRIAL), -2) },
      renewal: { amount: 4.99, currency: "USD" },
    });
    expect(await chargesOf(target, email)).toEqual(["kept"]);
    expect((await historiesOf(target, email))[0]?.attempts).toMatchObject([{ provider: code, amount: 0 }]);
  });

  it("waits for its buyer with nothing granted", async () => {
    const target = await selling({ trial: "free" });
    const { email, orderId, page } = await orderAt(target, provider, WEEKLY);
    expect(await askAt(target, provider, orderId)).toMatchObject({ status: "pending", redirect_url: page });
    expect((await historiesOf(target, email))[0]?.grants).toEqual([]);
  });

  it.each([
    ["decline", { status: "failed", fail_code: "bank_declined" }],
    ["cancel", { status: "canceled", fail_code: "cancelled_or_timeout" }],
    ["challenge", { status: "requires_action" }],
    ["pending", { status: "pending", order_state: "paying" }],
  ])("after %s is not granted, and nothing was taken", async (outcome, expected) => {
    const target = await selling({ trial: "free" });
    const { email, told } = await left(target, provider, outcome, { seconds: "60" });
    expect(await told()).toMatchObject({ ...expected, money_taken: "no" });
    expect((await historiesOf(target, email))[0]?.grants).toEqual([]);
  });
});

describe("a free trial that becomes a subscription", () => {
  it("says on the provider's page what is due today, and what afterwards", async () => {
    const target = await selling({ trial: "free" });
    const { page } = await order(target, WEEKLY);
    const html = await (await fetch(page)).text();
    expect(html).toContain('<p class="amount">0.00 USD</p><small>due today</small>');
    expect(html).toContain("<dd>4.99 USD every week, once the trial of 3 days is over</dd>");
  });

  it.each([
    ["approve_repeatedly", ["kept"]],
    ["reordered", ["kept"]],
    ["approve_twice", ["kept", "refunded"]],
  ])("is granted once after %s", async (outcome, charges) => {
    const target = await selling({ trial: "free" });
    const { email, told } = await left(target, so, outcome);
    expect(await told()).toMatchObject({ status: "success", money_taken: "no" });
    expect(await chargesOf(target, email)).toEqual(charges);
    expect((await historiesOf(target, email))[0]?.grants).toHaveLength(1);
  });

  it("for which the provider took something is looked at by a person", async () => {
    const target = await selling({ trial: "free" });
    const { email, told } = await left(target, so, "wrong_amount");
    expect(await told()).toMatchObject({ order_state: "review", money_taken: "unknown" });
    expect(await chargesOf(target, email)).toEqual(["disputed"]);
  });

  it("comes with an invoice of nothing, and of no tax", async () => {
    const target = await selling({ trial: "free" });
    const { receipts } = await paidOrder(target, { ...WEEKLY, country_code: "DE", currency: "EUR" });
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    expect(invoices).toMatchObject([
      { description: "VPN subscription, trial of 3 days", amount: 0, renewal: { amount: 4.99, currency: "EUR" } },
    ]);
    expect(invoices[0]?.lines).toEqual([
      { kind: "trial", amount: 0 },
      { kind: "dueToday", amount: 0 },
    ]);
  });

  it("keeps its terms when the trial is sold otherwise before it is paid", async () => {
    const target = await selling({ trial: "free" });
    const ordered = await order(target, WEEKLY);
    await setUp(target, { trial: "none" });
    const story = await (await fetch(`${target.base}/control/orders/${ordered.orderId}`)).text();
    expect(story).toContain("<dt>Trial</dt><dd>3 days</dd>");
    expect(story).toContain("<dt>Later</dt><dd>4.99 USD a period</dd>");
    await choose(ordered.page, "approve");
    const vip = { remain_time: expect.closeTo(secondsOf(TRIAL), -2) };
    expect(await result(target, ordered)).toMatchObject({ status: "success", amount: 0, vip });
  });
});

describe.each(each)("a free trial that asks for no way to pay, at %s", (_code, provider) => {
  it("is given away, and nothing is charged afterwards", async () => {
    const target = await selling({ trial: "free_without_card" });
    const { orderId, page, email } = await orderAt(target, provider, WEEKLY);
    expect(page).toBe("nothing is due");
    const told = await askAt(target, provider, orderId);
    expect(told).toMatchObject({
      status: "success",
      money_taken: "no",
    });
    // To the end of the third day wherever in the country the buyer may be.
    const days = (told.vip?.remain_time ?? 0) / DAY_S;
    expect(days > 3 && days < 4.5).toBe(true);
    expect(told.renewal).toBeUndefined();
    expect(await chargesOf(target, email)).toEqual([]);
  });
});

describe("a buyer who has used the trial", () => {
  /** @returns what their next purchase of the plan is like */
  async function afterTrial(
    settings: Record<string, string>,
    trial: object,
    asWhom?: (shop: Target) => Promise<object>,
  ) {
    const target = await selling(settings);
    const who = await asWhom?.(target);
    const first = await paidOrder(target, { plan_id: "weekly", ...trial, ...who });
    const fields = await formOf(target, { plan_id: "weekly", email: first.email, ...who });
    return { target, first, fields };
  }

  it.each([
    ["paid", { amount: 0.99 }],
    ["free", { amount: 0 }],
    ["paid", { amount: 0.89, country_code: "GB", currency: "GBP" }],
  ])("that was %s is refused a second one, and told the price of the period (%j)", async (trial, price) => {
    const { target, fields } = await afterTrial({ trial }, price);
    const sent = withKey({ ...fields, ...price });
    const { price: now } = await refused(target, { endpoint: so.purchase, sent }, 422, "trial_used");
    expect(now).toEqual("currency" in price ? { amount: 4.49, currency: "GBP" } : { amount: 4.99, currency: "USD" });
    expect(await historiesOf(target, fields.email)).toHaveLength(1);
  });

  it("without a way to pay is refused a second one, too", async () => {
    const target = await selling({ trial: "free_without_card" });
    const first = await order(target, WEEKLY);
    await result(target, first);
    const sent = withKey(await formOf(target, { ...WEEKLY, email: first.email }));
    await refused(target, { endpoint: so.purchase, sent }, 422, "trial_used");
  });

  it("buys the period at its full price, with an invoice of the period", async () => {
    const { target, first } = await afterTrial({ trial: "paid" }, { amount: 0.99 });
    const second = await order(target, { plan_id: "weekly", amount: 4.99, email: first.email });
    expect(await (await fetch(second.page)).text()).toContain("<dd>4.99 USD every week</dd>");
    await choose(second.page, "approve");
    expect(await result(target, second)).toMatchObject({
      amount: 4.99,
      vip: { remain_time: expect.closeTo(secondsOf(A_WEEK), -2) },
    });
    const { receipts } = await result(target, second);
    const [invoice] = (await ask(target, invoiceList, { body: receipts })).invoices;
    expect(invoice).toMatchObject({
      description: "VPN subscription, 1 week",
      lines: [
        { kind: "plan", amount: 4.99 },
        { kind: "dueToday", amount: 4.99 },
      ],
    });
  });

  it("may use a coupon that refuses trials", async () => {
    const { target, fields } = await afterTrial({ trial: "paid" }, { amount: 0.99 });
    const half = { ...fields, coupon_id: "ONCE50", amount: 2.5 };
    expect((await order(target, half)).page).toContain("/hosted/so/");
    const other = { ...half, email: "new@example.com" };
    await refused(target, { endpoint: so.purchase, sent: withKey(other) }, 422, "coupon_not_with_trial");
  });

  it("with another address but the same account is known", async () => {
    const { target, fields } = await afterTrial({ trial: "paid" }, { amount: 0.99 }, (shop) => signedAs(shop, 77));
    const sent = withKey({ ...fields, email: "other@example.com", amount: 0.99 });
    await refused(target, { endpoint: so.purchase, sent }, 422, "trial_used");
  });

  it("has used it though it was refunded", async () => {
    const { target, first, fields } = await afterTrial({ trial: "paid" }, { amount: 0.99 });
    await fetch(`${target.base}/control/orders/${first.orderId}/refund`, { method: "POST", redirect: "manual" });
    await refused(target, { endpoint: so.purchase, sent: withKey({ ...fields, amount: 0.99 }) }, 422, "trial_used");
  });

  it("at any other price is told that the price is another one", async () => {
    const { target, fields } = await afterTrial({ trial: "paid" }, { amount: 0.99 });
    const { price } = await refused(
      target,
      { endpoint: so.purchase, sent: withKey({ ...fields, amount: 1 }) },
      409,
      "price_changed",
    );
    expect(price).toEqual({ amount: 4.99, currency: "USD" });
  });

  it("and is signed in sees the plans without it, and may check coupons; everybody else sees it", async () => {
    const target = await selling({ trial: "free" });
    const { sandbox } = target;
    const { searchParams } = new URL(sandbox.signedLink("/"));
    const headers = { Authorization: `Bearer ${searchParams.get("token")}` };
    const asMember = async () => (await ask(target, plans, { headers })).plans.find(({ id }) => id === "weekly");
    const query = { coupon_id: "ONCE50", product_id: "594101" };
    expect(await asMember()).toMatchObject({ trial_price: 0 });
    expect(await ask(target, checkCoupon, { headers, query })).toMatchObject({ reason: "not_with_trial" });
    await paidOrder(target, { ...WEEKLY, ...(await signedAs(target, Number(searchParams.get("uid")))) });
    expect(await asMember()).not.toHaveProperty("trial_price");
    expect(await asMember()).not.toHaveProperty("trial_days");
    expect(await ask(target, checkCoupon, { headers, query })).toMatchObject({ valid: true, price_amount: 2.5 });
    expect(await ask(target, checkCoupon, { query })).toMatchObject({ reason: "not_with_trial" });
    expect(await sold(target, "weekly")).toMatchObject({ trial_price: 0 });
  });
});

describe("a buyer who has not used the trial", () => {
  it.each(["paid", "free"])("is not sold the period (%s)", async (trial) => {
    const target = await selling({ trial });
    const sent = withKey(await formOf(target, { plan_id: "weekly", amount: 4.99 }));
    const { price } = await refused(target, { endpoint: so.purchase, sent }, 409, "price_changed");
    expect(price).toEqual({ amount: trial === "paid" ? 0.99 : 0, currency: "USD" });
  });

  it.each([
    ["decline", "decline"],
    ["cancel", "decline"],
    ["pending", "decline"],
  ])("because theirs ended with %s and %s may have it", async (outcome, then) => {
    const target = await selling({ trial: "free" });
    const { page, email } = await order(target, WEEKLY);
    await choose(page, outcome, { seconds: "60", then });
    target.pass(60);
    await order(target, { ...WEEKLY, email });
  });
});

it("the mail about a trial names it, and the tax as it is called on the spot", async () => {
  const target = await selling({ trial: "paid" });
  const price = { amount: 0.99, currency: "EUR", country_code: "DE" };
  const { email } = await paidOrder(target, { plan_id: "weekly", ...price });
  const [letter] = await mailTo(target, email);
  expect(letter?.text).toContain("Trial: €0.99\nIncludes MwSt. (19%): €0.16\nTotal: €0.99");
  expect(letter?.text).toMatch(/Next payment: €4\.99 on .*, then every week/);
});
