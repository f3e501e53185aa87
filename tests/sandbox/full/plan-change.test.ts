import { describe, expect, it } from "vitest";
import { plans, prices } from "~/upstream/contract/catalogue";
import { checkCoupon } from "~/upstream/contract/coupons";
import { invoiceList } from "~/upstream/contract/invoices";
import { rbCreateSubscription, soPurchase } from "~/upstream/contract/purchase-calls";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { profile } from "~/upstream/contract/visitor";
import { ask, send } from "../../../tools/contract/client";
import { purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { choose, formOf, historiesOf, result, setUp } from "../buyer";
import { paid } from "../paid";
import { type Running, runningSandbox } from "../running-sandbox";
import { change, control, linkOwner, list, recordsOf } from "../subscriber";

const DAY_S = 86_400;
const NOON = Date.UTC(2026, 3, 10, 12);
const EMAIL = "user100001@example.com";

const tokenOf = ({ sandbox }: Running) => new URL(sandbox.signedLink("/")).searchParams.get("token") ?? "";
const bearer = (target: Running) => ({ Authorization: `Bearer ${tokenOf(target)}` });

/** A sandbox at noon, and a member with a plan that was bought then. */
async function member(changes: object = {}) {
  let time = NOON;
  const target = await runningSandbox({ now: () => time });
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  await result(target, await paid(target, { email: EMAIL, ...changes }));
  return { target: { ...target, pass } };
}

async function planOf(target: Running, id: string, headers: Record<string, string> = bearer(target)) {
  const { plans: all } = await ask(target, plans, { headers });
  const plan = all.find((one) => one.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

async function grossOf(target: Running, product_ids: string, customer_country: string) {
  const { products } = await ask(target, prices, { query: { product_ids, customer_country } });
  const [product] = products;
  if (!product) throw new Error(`no price of ${product_ids}`);
  const { currency } = product;
  const unit = 10 ** decimalsOf(currency);
  return { amount: Math.round(product.subscription.price.gross * unit) / unit, currency };
}

/** Opens a purchase as the member, without a price that can be right. @returns the price of now */
async function quoted(target: Running, plan_id: string, country_code: string, more: object = {}) {
  const body = await formOf(target, { email: EMAIL, plan_id, country_code, amount: 1, ...more });
  const { headers } = withKey(body);
  const sent = { body, headers: { ...headers, ...bearer(target) } };
  const { price } = await refused(target, { endpoint: soPurchase, sent }, 409, "price_changed");
  if (!price) throw new Error("no price of now");
  return price;
}

async function buy(
  target: Running,
  plan_id: string,
  changes: object = {},
  headers: Record<string, string> = bearer(target),
) {
  const body = await formOf(target, { email: EMAIL, plan_id, ...changes });
  const sent = withKey(body);
  const { order_id, web_url } = await ask(target, soPurchase, { body, headers: { ...sent.headers, ...headers } });
  return { orderId: order_id, page: web_url ?? "", email: EMAIL };
}

const remainOf = async (target: Running): Promise<number> =>
  (await ask(target, profile, { headers: bearer(target) })).vip.remain_time / DAY_S;

describe("what is left of a member's plan", () => {
  it("comes off every other plan that is as long or longer, in whole days", async () => {
    const { target } = await member();
    target.pass(10 * DAY_S);
    const [weekly, monthly, yearly] = await Promise.all(
      ["weekly", "monthly", "yearly"].map((id) => planOf(target, id)),
    );
    // 20 of 30 days of 11.99.
    expect(yearly).toMatchObject({ price_deduction_amount: 7.99, price_discount_amount: 39.89, price_amount: 143.88 });
    expect(yearly?.product_id).not.toBe("594103");
    expect(weekly).toMatchObject({ price_deduction_amount: 0, product_id: "594101" });
    expect(monthly).toMatchObject({ price_deduction_amount: 0, product_id: "594102" });
    expect(await planOf(target, "yearly", {})).toMatchObject({ price_deduction_amount: 0, product_id: "594103" });
  });

  it("comes off no shorter plan", async () => {
    const { target } = await member({ plan_id: "yearly", amount: 47.88 });
    expect(await planOf(target, "monthly")).toMatchObject({ price_deduction_amount: 0, price_discount_amount: 11.99 });
    expect((await planOf(target, "two-years")).price_deduction_amount).toBe(47.88);
  });

  it("is the same all day in UTC, and less on the next", async () => {
    const { target } = await member();
    const amounts: number[] = [];
    for (const hours of [0, 11.9, 0.2]) {
      target.pass(hours * 3600);
      amounts.push((await planOf(target, "yearly")).price_deduction_amount);
    }
    expect(amounts).toEqual([11.99, 11.99, 11.59]);
  });

  it("counts what was paid: a coupon's half is worth half, a plan that was changed to its whole price", async () => {
    const { target } = await member({ coupon_id: "ONCE50", amount: 6 });
    expect((await planOf(target, "yearly")).price_deduction_amount).toBe(6);
    const first = await quoted(target, "yearly", "US");
    const ordered = await buy(target, "yearly", first);
    await choose(ordered.page, "approve");
    await result(target, ordered);
    expect((await planOf(target, "two-years")).price_deduction_amount).toBe(47.88);
  });

  it("is nothing once a renewal has failed", async () => {
    const { target } = await member();
    const [own] = await recordsOf(target, EMAIL);
    await control(target, own?.id ?? "", "fail");
    expect((await planOf(target, "yearly")).price_deduction_amount).toBe(0);
  });

  it.each(["GB", "JP", "IN", "NO"])("in %s is the same in the list of prices and in the quote", async (country) => {
    const { target } = await member();
    target.pass(7 * DAY_S);
    const { product_id } = await planOf(target, "two-years");
    expect(await quoted(target, "two-years", country)).toEqual(await grossOf(target, product_id, country));
  });

  it("takes its share of the tax, which keeps its name and rate", async () => {
    const { target } = await member();
    target.pass(7 * DAY_S);
    const { product_id } = await planOf(target, "yearly");
    const query = { product_ids: `594103,${product_id}`, customer_country: "DE" };
    const [whole, own] = (await ask(target, prices, { query })).products.map(({ subscription }) => subscription.price);
    if (!whole || !own) throw new Error("no prices");
    expect(own).toMatchObject({ tax_name: "MwSt.", tax_rate: 19 });
    expect((own.tax ?? 0) / own.gross).toBeCloseTo((whole.tax ?? 0) / whole.gross, 3);
    expect((own.tax ?? 0) + (own.net ?? 0)).toBeCloseTo(own.gross, 2);
  });

  it("of a trial comes off, beside a coupon, and renewing costs the full price", async () => {
    const { target } = await member({ plan_id: "weekly", amount: 0.99 });
    expect(await planOf(target, "weekly")).not.toHaveProperty("trial_price");
    expect((await planOf(target, "yearly")).price_deduction_amount).toBe(0.99);
    const coupon_id = "WELCOME20";
    const price = await quoted(target, "yearly", "US", { coupon_id });
    // (47.88 - 0.99) with a fifth off.
    expect(price.amount).toBe(37.51);
    const ordered = await buy(target, "yearly", { ...price, coupon_id });
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ renewal: { amount: 47.88, currency: "USD" } });
    const [invoice, old] = (await ask(target, invoiceList, { body: linkOwner(target) })).invoices;
    expect(invoice?.lines).toEqual([
      { kind: "plan", amount: 47.88 },
      { kind: "deduction", amount: -0.99 },
      { kind: "coupon", amount: -9.38 },
      { kind: "dueToday", amount: 37.51 },
    ]);
    expect(old).not.toHaveProperty("renewal");
  });

  it("is in the price that a coupon is checked against", async () => {
    const { target } = await member();
    const { product_id, price_discount_amount } = await planOf(target, "yearly");
    const query = { coupon_id: "WELCOME20", product_id, customer_country: "US" };
    const { valid, price_amount } = await ask(target, checkCoupon, { query });
    expect(valid).toBe(true);
    const { amount } = await quoted(target, "yearly", "US", { coupon_id: "WELCOME20" });
    expect(amount).toBe(price_amount);
    expect(amount).toBeLessThan(price_discount_amount);
  });

  it("is no secret price: who is not that member pays the whole one", async () => {
    const { target } = await member();
    const { product_id, price_discount_amount } = await planOf(target, "yearly");
    const body = await formOf(target, { plan_id: "yearly", amount: price_discount_amount });
    const { price } = await refused(target, { endpoint: soPurchase, sent: withKey(body) }, 409, "price_changed");
    expect(price?.amount).toBe(47.88);
    const known = await ask(target, prices, {
      query: { product_ids: `${product_id},594103-999999`, customer_country: "US" },
    });
    expect(known.products).toHaveLength(1);
  });
});

describe("changing the plan", () => {
  it("ends the old subscription and its time at once, and the new plan begins", async () => {
    const { target } = await member();
    target.pass(10 * DAY_S);
    const price = await quoted(target, "yearly", "US");
    const ordered = await buy(target, "yearly", price);
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ status: "success", amount: 39.89 });
    const records = await recordsOf(target, EMAIL);
    expect(records.map(({ order_id, state }) => [order_id === ordered.orderId, state])).toEqual([
      [true, "active"],
      [false, "ended"],
    ]);
    expect(await remainOf(target)).toBe(365);
    const headers = bearer(target);
    expect((await ask(target, profile, { headers })).subscription).toMatchObject({ plan_id: "yearly", renews: true });
    target.pass(30 * DAY_S);
    expect((await recordsOf(target, EMAIL)).flatMap(({ charges }) => charges)).toEqual([]);
  });

  it("is on the invoice beside a coupon", async () => {
    const { target } = await member();
    target.pass(10 * DAY_S);
    const coupon_id = "WELCOME20";
    const price = await quoted(target, "yearly", "GB", { coupon_id });
    const ordered = await buy(target, "yearly", { ...price, country_code: "GB", coupon_id });
    await choose(ordered.page, "approve");
    await result(target, ordered);
    const [invoice] = (await ask(target, invoiceList, { body: linkOwner(target) })).invoices;
    const lines = invoice?.lines ?? [];
    expect(lines.map(({ kind }) => kind)).toEqual(["plan", "deduction", "coupon", "dueToday", "tax"]);
    const sum = lines.slice(0, 3).reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBeCloseTo(price.amount, 6);
  });

  it("by the guarded call takes the member's own product, and no other plan's", async () => {
    const { target } = await member();
    const { product_id } = await planOf(target, "yearly");
    const { cancel_url: _, ...fields } = await purchaseFields(target);
    const price = await quoted(target, "yearly", "US");
    const body = { ...fields, email: EMAIL, plan_id: "yearly", ...price, product_id, recasign: "nojs.a.b" };
    const { headers } = withKey(body);
    const sent = { body, headers: { ...headers, ...bearer(target) } };
    expect((await send(target, rbCreateSubscription, sent)).status).toBe(200);
    const other = { ...sent, body: { ...body, product_id: "594104-100" } };
    const again = { ...other, headers: { ...withKey(body).headers, ...bearer(target) } };
    await refused(target, { endpoint: rbCreateSubscription, sent: again }, 422, "product_mismatch");
  });

  it("without a token, or to the same plan, adds its time, and only the newest renews", async () => {
    const { target } = await member();
    const yearly = await buy(target, "yearly", { amount: 47.88 }, {});
    await choose(yearly.page, "approve");
    await result(target, yearly);
    const monthly = await buy(target, "monthly");
    await choose(monthly.page, "approve");
    await result(target, monthly);
    expect(await remainOf(target)).toBe(30 + 365 + 30);
    expect((await recordsOf(target, EMAIL)).map(({ state }) => state)).toEqual(
      expect.arrayContaining(["active", "ending", "ending"]),
    );
  });

  it("gives back a renewal that was charged while the order was open", async () => {
    const { target } = await member();
    const price = await quoted(target, "yearly", "US");
    const ordered = await buy(target, "yearly", price);
    const old = (await recordsOf(target, EMAIL)).at(-1);
    await control(target, old?.id ?? "", "renew");
    await choose(ordered.page, "approve");
    await result(target, ordered);
    const records = await recordsOf(target, EMAIL);
    expect(records.flatMap(({ charges }) => charges)).toMatchObject([{ period: 2, state: "refunded" }]);
  });

  it("is paid for once: a second order with the same deduction is given back", async () => {
    const { target } = await member();
    const first = await buy(target, "yearly", await quoted(target, "yearly", "US"));
    const second = await buy(target, "two-years", await quoted(target, "two-years", "US"));
    await choose(first.page, "approve");
    await choose(second.page, "approve");
    expect(await result(target, second)).toMatchObject({ order_state: "refunded" });
    expect(await remainOf(target)).toBe(365);
    const orders = await historiesOf(target, EMAIL);
    const charges = orders.find(({ id }) => id === second.orderId)?.charges;
    expect(charges).toMatchObject([{ state: "refunded" }]);
  });

  it("is paid for once, too, where neither order is granted yet", async () => {
    const { target } = await member();
    await setUp(target, { default_country: "US", hold_grants: "on" });
    const [yearly, both] = [await quoted(target, "yearly", "US"), await quoted(target, "two-years", "US")];
    const orders = await Promise.all([buy(target, "yearly", yearly), buy(target, "two-years", both)]);
    await Promise.all(orders.map(({ page }) => choose(page, "approve")));
    await setUp(target, { default_country: "US", hold_grants: "off" });
    const states = await Promise.all(orders.map(async (one) => (await result(target, one)).order_state));
    expect(states.sort()).toEqual(["done", "refunded"]);
    const kept = (await historiesOf(target, EMAIL))
      .flatMap(({ charges }) => charges)
      .filter(({ state }) => state === "kept");
    expect(kept).toHaveLength(2);
  });

  it("that was given back fulfilled no wish: a form that was told of it may buy", async () => {
    const { target } = await member();
    const ordered = await buy(target, "yearly", await quoted(target, "yearly", "US"));
    const sent = withKey(await formOf(target, { ...(await purchaseFields(target, 1)), email: EMAIL }));
    await refused(target, { endpoint: soPurchase, sent }, 409, "order_live");
    const receipts = linkOwner(target);
    const [own] = await list(target, { receipts });
    await change(target, { receipts, id: own?.subscription_id ?? "", orderId: "", page: "", email: EMAIL }, "withdraw");
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ order_state: "refunded" });
    expect((await send(target, soPurchase, sent)).status).toBe(200);
  });

  it("from a plan that was withdrawn from meanwhile is given back", async () => {
    const { target } = await member();
    const ordered = await buy(target, "yearly", await quoted(target, "yearly", "US"));
    const receipts = linkOwner(target);
    const [own] = await list(target, { receipts });
    await change(target, { receipts, id: own?.subscription_id ?? "", orderId: "", page: "", email: EMAIL }, "withdraw");
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ order_state: "refunded" });
    expect(await remainOf(target)).toBe(0);
  });
});

it("a bare API knows no deduction", async () => {
  const target = await runningSandbox({ bareSeed: 7 });
  expect((await planOf(target, "yearly")).price_deduction_amount).toBe(0);
});
