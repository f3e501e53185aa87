import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  gapPurchaseResult,
  psPurchaseResult,
  rbCreateSubscription,
  rzPurchase,
  rzPurchaseResult,
  tpaPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import { ask, send } from "./client";
import { ALL_PROVIDERS, askAt, OPEN_PROVIDERS, openAt, type ProviderCalls, ps, rb, rz } from "./providers";
import { asRefusal, purchaseFields, refused, withKey } from "./purchases";

const needsKey = ({ code, purchase, bodyOf }: ProviderCalls): Check => ({
  name: `${code}: a purchase needs an idempotency key`,
  lost: "a call that is sent twice may be two orders: the site never repeats one of itself",
  run: async (target) => {
    const body = await bodyOf(target, await purchaseFields(target));
    await refused(target, { endpoint: purchase, sent: { body } }, 400);
  },
});

const staysHome = ({ code, purchase, bodyOf }: ProviderCalls): Check => ({
  name: `${code}: buyers are never sent back to another site`,
  run: async (target) => {
    const fields = { ...(await purchaseFields(target)), return_url: "https://elsewhere.example/back" };
    await refused(target, { endpoint: purchase, sent: withKey(await bodyOf(target, fields)) }, 422);
  },
});

const knowsNoOther = ({ code, result }: ProviderCalls): Check => ({
  name: `${code}: an unknown order has no result`,
  run: async (target) => {
    const sent = { body: { order_id: "no-such-order" } };
    await refused(target, { endpoint: result, sent }, 404, "order_unknown");
  },
});

const knowsNoAppPurchase = (code: string, endpoint: typeof gapPurchaseResult | typeof tpaPurchaseResult): Check => ({
  name: `${code}: a purchase that no app made is not confirmed`,
  run: async (target) => {
    const { orderId } = await openAt(target, rz, await purchaseFields(target));
    for (const order_id of [orderId, "no-such-order"]) {
      const sent = { body: { order_id, transaction_id: "no-such-payment", params: {} } };
      await refused(target, { endpoint, sent }, 404, "order_unknown");
    }
  },
});

export const providerRefusalChecks: Check[] = [
  ...ALL_PROVIDERS.flatMap((provider) => [needsKey(provider), knowsNoOther(provider)]),
  ...OPEN_PROVIDERS.map(staysHome),
  knowsNoAppPurchase("gap", gapPurchaseResult),
  knowsNoAppPurchase("tpa", tpaPurchaseResult),
  {
    name: "rz: a payment that is not signed by the provider changes nothing",
    run: async (target) => {
      const { order_id, razorpay_order_id } = await ask(
        target,
        rzPurchase,
        withKey(await rz.bodyOf(target, await purchaseFields(target))),
      );
      const posted = { razorpay_order_id, razorpay_payment_id: "pay_1", razorpay_signature: "0".repeat(64) };
      const sent = { body: { order_id, ...posted } };
      await refused(target, { endpoint: rzPurchaseResult, sent }, 400, "signature_invalid");
      const { status, money_taken } = await askAt(target, rz, order_id);
      assert.deepEqual({ status, money_taken }, { status: "pending", money_taken: "no" });
    },
  },
  {
    name: "rz: a payment of another order is refused",
    run: async (target) => {
      const { orderId } = await openAt(target, rz, await purchaseFields(target));
      const sent = { body: { order_id: orderId, razorpay_order_id: `order_${randomUUID()}` } };
      await refused(target, { endpoint: rzPurchaseResult, sent }, 400, "order_mismatch");
    },
  },
  {
    name: "ps: return parameters of another payment are refused",
    run: async (target) => {
      const { orderId } = await openAt(target, ps, await purchaseFields(target));
      const sent = { body: { order_id: orderId, token: "EC-00000000000000000" } };
      await refused(target, { endpoint: psPurchaseResult, sent }, 400, "payment_mismatch");
    },
  },
  {
    name: "rb: without proof that a person is there nothing is opened",
    run: async (target) => {
      const body = { ...(await rb.bodyOf(target, await purchaseFields(target))), recasign: "" };
      const { error } = await refused(
        target,
        { endpoint: rbCreateSubscription, sent: withKey(body) },
        400,
        "token_empty",
      );
      assert.equal(error.message, "token is empty");
    },
  },
  {
    name: "rb: a proof of the site's own opens an order or is refused in the contract's error shape",
    run: async (target) => {
      const body = await rb.bodyOf(target, await purchaseFields(target));
      const answered = await send(target, rbCreateSubscription, withKey(body));
      if (answered.status === 200) rb.readOpened(answered.json);
      else asRefusal(answered, answered.status);
    },
  },
  {
    name: "rb: the product must be the plan's",
    run: async (target) => {
      const body = { ...(await rb.bodyOf(target, await purchaseFields(target))), product_id: "no-such-product" };
      await refused(target, { endpoint: rbCreateSubscription, sent: withKey(body) }, 422, "product_mismatch");
    },
  },
];
