import { describe, expect, it } from "vitest";
import { rzPurchase } from "~/upstream/contract/purchase-calls";
import { ask, type Target } from "../../../tools/contract/client";
import { askAt, rz } from "../../../tools/contract/providers";
import { purchaseFields, withKey } from "../../../tools/contract/purchases";
import { choose, setUp } from "../buyer";
import { formIn } from "../page-form";
import { runningSandbox } from "../running-sandbox";

const weekly = { plan_id: "weekly", amount: 0.99 };

/** An order at rz and the form by which the site sends its buyer there. */
async function opened(target: Target, changes: object = {}) {
  const body = { ...(await rz.bodyOf(target, await purchaseFields(target))), ...changes };
  const { checkout_url, order_id, razorpay_order_id, razorpay_subscription_id, prefill, ...shown } = await ask(
    target,
    rzPurchase,
    withKey(body),
  );
  const { key_id, amount, currency, name, description, callback_url, cancel_url } = shown;
  const form = {
    ...{ key_id, order_id: razorpay_order_id, currency, name, description, callback_url, cancel_url },
    amount: String(amount),
    "prefill[email]": prefill.email,
  };
  return { checkoutUrl: checkout_url ?? "", orderId: order_id, subscriptionId: razorpay_subscription_id ?? "", form };
}

const post = (address: string, form: Record<string, string>) =>
  fetch(address, {
    method: "POST",
    headers: { Origin: "http://localhost:3000", "Sec-Fetch-Site": "cross-site" },
    body: new URLSearchParams(form),
    redirect: "manual",
  });

describe("the form that takes a buyer to the hosted checkout", () => {
  it("is taken across origins, and leads to the payment's page", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, form } = await opened(target);
    const response = await post(checkoutUrl, form);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(checkoutUrl);
    expect(await (await fetch(checkoutUrl)).text()).toContain("Approve");
  });

  it("may name the payment to the provider's one address, too", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, form } = await opened(target);
    const response = await post(`${target.base}/hosted/rz/checkout`, form);
    expect(response.headers.get("Location")).toBe(checkoutUrl);
  });

  it("names a subscription where the plan begins with a trial", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, subscriptionId, form } = await opened(target, weekly);
    const { order_id: _left, ...fields } = form;
    expect(subscriptionId).toMatch(/^sub_/);
    expect((await post(checkoutUrl, { ...fields, subscription_id: subscriptionId })).status).toBe(303);
  });

  it("names a subscription and an amount of nothing where the trial is free", async () => {
    const target = await runningSandbox();
    await setUp(target, { trial: "free" });
    const { checkoutUrl, subscriptionId, orderId, form } = await opened(target, { ...weekly, amount: 0 });
    expect([form.amount, subscriptionId]).toEqual(["0", expect.stringMatching(/^sub_/)]);
    const { order_id: _left, ...fields } = form;
    const response = await post(`${target.base}/hosted/rz/checkout`, { ...fields, subscription_id: subscriptionId });
    expect(response.headers.get("Location")).toBe(checkoutUrl);
    await choose(checkoutUrl, "approve");
    expect(await askAt(target, rz, orderId)).toMatchObject({ status: "success", money_taken: "no" });
  });

  it("names an order, not a subscription, to whoever has used the trial", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, orderId } = await opened(target, { ...weekly, email: "again@example.com" });
    await choose(checkoutUrl, "approve");
    await askAt(target, rz, orderId);
    const second = await opened(target, { plan_id: "weekly", amount: 4.99, email: "again@example.com" });
    expect([second.subscriptionId, second.form.amount]).toEqual(["", "499"]);
  });

  it.each([
    ["key_id", "rzp_test_other"],
    ["amount", "1"],
    ["currency", "INR"],
    ["callback_url", "https://elsewhere.example/return"],
    ["cancel_url", "https://elsewhere.example/return"],
  ])("with another %s is refused", async (name, value) => {
    const target = await runningSandbox();
    const { checkoutUrl, form } = await opened(target);
    const response = await post(checkoutUrl, { ...form, [name]: value });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(name);
  });

  it("that names no payment is refused", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, form } = await opened(target);
    expect((await post(checkoutUrl, { ...form, order_id: "order_none" })).status).toBe(400);
    expect((await post(checkoutUrl, {})).status).toBe(400);
  });

  it("settles nothing: only the page's own buttons do", async () => {
    const target = await runningSandbox();
    const { checkoutUrl, orderId, form } = await opened(target);
    expect((await post(checkoutUrl, { ...form, outcome: "approve" })).status).toBe(403);
    expect(await askAt(target, rz, orderId)).toMatchObject({ status: "pending", money_taken: "no" });
  });

  it.each([
    ["yen have no smaller unit", { plan_id: "weekly", country_code: "JP", amount: 99, currency: "JPY" }, "99"],
    ["dollars have cents", {}, "1199"],
  ])("names the amount in minor units: %s", async (_why, changes, amount) => {
    const target = await runningSandbox();
    expect((await opened(target, changes)).form.amount).toBe(amount);
  });
});

describe("what the hosted checkout posts back", () => {
  const paid = async (target: Target) => {
    const order = await opened(target);
    const { text } = await choose(order.checkoutUrl, "approve");
    return { ...order, posted: formIn(text).fields };
  };

  it("is refused with a payment that was not signed", async () => {
    const target = await runningSandbox();
    const { orderId, posted } = await paid(target);
    const forged = { ...posted, razorpay_payment_id: "pay_forged" };
    await expect(askAt(target, rz, orderId, forged)).rejects.toThrow("signature_invalid");
    const { razorpay_signature: _left, ...unsigned } = posted;
    await expect(askAt(target, rz, orderId, unsigned)).rejects.toThrow("signature_invalid");
  });

  it("is refused for another order", async () => {
    const target = await runningSandbox();
    const { posted } = await paid(target);
    const other = await opened(target);
    await expect(askAt(target, rz, other.orderId, posted)).rejects.toThrow("order_mismatch");
    const { razorpay_order_id: _left, ...unnamed } = posted;
    await expect(askAt(target, rz, other.orderId, unnamed)).rejects.toThrow("signature_invalid");
    expect(await askAt(target, rz, other.orderId)).toMatchObject({ status: "pending", money_taken: "no" });
  });

  it("after a failure only says which order is meant", async () => {
    const target = await runningSandbox();
    const { orderId, checkoutUrl } = await opened(target);
    await choose(checkoutUrl, "approve");
    const error = { code: "BAD_REQUEST_ERROR", reason: "bank_declined" };
    expect(await askAt(target, rz, orderId, { error })).toMatchObject({ status: "success" });
  });
});
