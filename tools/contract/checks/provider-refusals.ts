import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { gapPurchaseResult, tpaPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Check } from "../check";
import { send } from "../client";
import { ALL_PROVIDERS, anyOpen, mustOpen, openAt, type ProviderCalls, ps, rb, rz, sendAt } from "../providers";
import { asRefusal, purchaseFields, refused, withKey } from "../purchases";

type NamedCheck = Pick<Check, "name" | "run">;

const knowsNoOther = ({ code, result }: ProviderCalls): NamedCheck => ({
  name: `${code}: an unknown order is refused as one`,
  run: async (target) => {
    const sent = { body: { order_id: "no-such-order" } };
    await refused(target, { endpoint: result, sent }, 404, "order_unknown");
  },
});

const namesForeignAddress = (provider: ProviderCalls): NamedCheck => ({
  name: `${provider.code}: an address to return to that is another site's is refused with 422`,
  run: async (target) => {
    await mustOpen(target, provider);
    const fields = { ...(await purchaseFields(target)), return_url: "https://elsewhere.example/back" };
    asRefusal(await sendAt(target, provider, fields), 422);
  },
});

const knowsNoAppPurchase = (
  code: string,
  endpoint: typeof gapPurchaseResult | typeof tpaPurchaseResult,
): NamedCheck => ({
  name: `${code}: a purchase that no app made is refused as unknown`,
  run: async (target) => {
    const { orderId } = await openAt(target, await anyOpen(target), await purchaseFields(target));
    for (const order_id of [orderId, "no-such-order"]) {
      const sent = { body: { order_id, transaction_id: "no-such-payment", params: {} } };
      await refused(target, { endpoint, sent }, 404, "order_unknown");
    }
  },
});

/** An order at the provider, asked about with what its buyer's browser is said to have brought back. */
const returnedWith = (provider: ProviderCalls, name: string, returned: object, code: string): NamedCheck => ({
  name: `${provider.code}: ${name}`,
  run: async (target) => {
    await mustOpen(target, provider);
    const { orderId } = await openAt(target, provider, await purchaseFields(target));
    const sent = { body: { order_id: orderId, ...returned } };
    await refused(target, { endpoint: provider.result, sent }, 400, code);
  },
});

export const providerRefusalChecks: readonly NamedCheck[] = [
  ...ALL_PROVIDERS.flatMap((provider) => [knowsNoOther(provider), namesForeignAddress(provider)]),
  knowsNoAppPurchase("gap", gapPurchaseResult),
  knowsNoAppPurchase("tpa", tpaPurchaseResult),
  returnedWith(
    rz,
    "a payment that is not signed by the provider is refused as such",
    { razorpay_payment_id: "pay_1", razorpay_signature: "0".repeat(64) },
    "signature_invalid",
  ),
  returnedWith(
    rz,
    "a payment of another order is refused",
    { razorpay_order_id: `order_${randomUUID()}` },
    "order_mismatch",
  ),
  returnedWith(
    ps,
    "return parameters of another payment are refused",
    { token: "EC-00000000000000000" },
    "payment_mismatch",
  ),
  {
    name: "rb: without proof that a person is there nothing is opened",
    run: async (target) => {
      await mustOpen(target, rb);
      const body = { ...(await rb.bodyOf(target, await purchaseFields(target))), recasign: "" };
      const answered = await send(target, rb.purchase, withKey(body));
      assert.equal(asRefusal(answered, 400, "token_empty").error.message, "token is empty");
    },
  },
  {
    name: "rb: a proof of the site's own opens an order or is refused in the contract's error shape",
    run: async (target) => {
      const answered = await sendAt(target, rb, await purchaseFields(target));
      if (answered.status === 200) rb.readOpened(answered.json);
      else asRefusal(answered, answered.status);
    },
  },
  {
    name: "rb: the product must be the plan's",
    run: async (target) => {
      await mustOpen(target, rb);
      const body = { ...(await rb.bodyOf(target, await purchaseFields(target))), product_id: "no-such-product" };
      asRefusal(await send(target, rb.purchase, withKey(body)), 422, "product_mismatch");
    },
  },
];
