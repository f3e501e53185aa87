import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "~/upstream/contract/endpoint";
import {
  gapPurchaseResult,
  psPurchaseResult,
  rzPurchase,
  rzPurchaseResult,
  tpaPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import type { purchaseResult } from "~/upstream/contract/purchase-result";
import type { Check } from "../check";
import { type Answered, ask, hasTaken, insideOf, read, send, type Target, wordsOf } from "../client";
import { ALL_PROVIDERS, anyOpen, mustOpen, openAt, type ProviderCalls, ps, resultAt, rz, sendAt } from "../providers";
import { purchaseFields, withKey } from "../purchases";

type ResultCall = Endpoint & { answer: typeof purchaseResult };

/** The result of what nobody has paid: refused, or any status but success. */
async function isNotPaid(target: Target, endpoint: ResultCall, body: object): Promise<void> {
  saysUnpaid(endpoint, await send(target, endpoint, { body }));
}

function saysUnpaid(endpoint: ResultCall, answered: Answered): void {
  // A refusal with 404 is the right answer here, and says that nothing was paid.
  if (answered.status === 404 || !hasTaken(answered)) return;
  assert.notEqual(read(endpoint, answered).status, "success", "it is said to be paid");
}

const UNPAID = "whoever orders has the plan without paying. Say success only of what the provider says is paid";

const ofOrder = (provider: ProviderCalls): Check[] => [
  {
    name: `${provider.code}: an order that nobody has paid is not said to be paid`,
    weight: "dangerous",
    lost: UNPAID,
    run: async (target) => {
      await mustOpen(target, provider);
      const { orderId } = await openAt(target, provider, await purchaseFields(target));
      saysUnpaid(provider.result, await resultAt(target, provider, { order_id: orderId }));
    },
  },
  {
    name: `${provider.code}: an order that there is not is not said to be paid`,
    weight: "dangerous",
    lost: "whoever makes up a number is shown as somebody who has paid. Refuse an unknown order with 404",
    run: async (target) => saysUnpaid(provider.result, await resultAt(target, provider, { order_id: "no-such-order" })),
  },
];

const ofApp = (code: string, endpoint: ResultCall): Check => ({
  name: `${code}: a purchase that no app made is not said to be paid`,
  weight: "dangerous",
  lost: "whoever makes up a payment of the app's store is shown as somebody who has paid. Ask the store, and refuse with 404",
  run: (target) =>
    isNotPaid(target, endpoint, { order_id: "no-such-order", transaction_id: "no-such-payment", params: {} }),
});

/** An order's own answers, which whoever knows its number can have. */
async function answersOf(target: Target, email: string): Promise<string> {
  const provider = await anyOpen(target);
  const { orderId } = await openAt(target, provider, { ...(await purchaseFields(target)), email });
  return JSON.stringify(await resultAt(target, provider, { order_id: orderId }));
}

export const unpaidChecks: readonly Check[] = [
  ...ALL_PROVIDERS.flatMap(ofOrder),
  ofApp("gap", gapPurchaseResult),
  ofApp("tpa", tpaPurchaseResult),
  {
    name: "rz: a payment that is not signed by the provider pays nothing",
    weight: "dangerous",
    lost: "whoever posts a made-up signature has the plan without paying. Check razorpay_signature and refuse with 400",
    run: async (target) => {
      await mustOpen(target, rz);
      const body = await rz.bodyOf(target, await purchaseFields(target));
      const { order_id, razorpay_order_id } = await ask(target, rzPurchase, withKey(body));
      const posted = { razorpay_order_id, razorpay_payment_id: "pay_1", razorpay_signature: "0".repeat(64) };
      await isNotPaid(target, rzPurchaseResult, { order_id, ...posted });
      await isNotPaid(target, rzPurchaseResult, { order_id });
    },
  },
  {
    name: "ps: return parameters that the browser made up pay nothing",
    weight: "dangerous",
    lost: "whoever opens the return address by hand has the plan without paying. Ask the provider for the payment's state",
    run: async (target) => {
      await mustOpen(target, ps);
      const { orderId } = await openAt(target, ps, await purchaseFields(target));
      const returned = { token: "EC-00000000000000000", payer_id: "PAYER1" };
      await isNotPaid(target, psPurchaseResult, { order_id: orderId, ...returned });
      await isNotPaid(target, psPurchaseResult, { order_id: orderId });
    },
  },
  {
    name: "an order of another buyer's is not handed to whoever names its number",
    weight: "dangerous",
    lost: "whoever guesses an order's number changes or pays it in another's name. Refuse with 404 where the address is not the order's",
    run: async (target) => {
      const provider = await anyOpen(target);
      const { orderId } = await openAt(target, provider, await purchaseFields(target));
      const answered = await sendAt(target, provider, { ...(await purchaseFields(target)), ...{ order_id: orderId } });
      if (answered.status === 404 || !hasTaken(answered)) return;
      insideOf(answered);
      assert.notEqual(provider.readOpened(answered.json).orderId, orderId, `it was: ${wordsOf(answered)}`);
    },
  },
  {
    name: "an order's result does not tell its buyer's address",
    weight: "dangerous",
    lost: "whoever guesses an order's number learns who bought. Leave the address out of *_result and *_status",
    run: async (target) => {
      const email = `contract-${randomUUID()}@example.com`;
      assert.ok(!(await answersOf(target, email)).includes(email), "the address is in it");
    },
  },
];
