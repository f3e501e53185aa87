import { plans } from "~/upstream/contract/catalogue";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import {
  pdPrepurchase,
  pdPurchaseStatus,
  psPurchase,
  psPurchaseResult,
  rbCreateSubscription,
  rbSubscriptionStatus,
  rzPurchase,
  rzPurchaseResult,
  soPurchase,
  soPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import type { purchaseResult } from "~/upstream/contract/purchase-result";
import { ask, insideOf, read, send, type Target } from "./client";
import { newKey, type PurchaseFields, withKey } from "./purchases";

type Opened = { orderId: string; payAt: string | null | undefined };

/** A provider as its callers know it: how an order is opened there, and how it is asked about. */
export interface ProviderCalls {
  code: string;
  purchase: Endpoint;
  result: Endpoint & { answer: typeof purchaseResult };
  /** The call's body for a purchase that `so` would take. */
  bodyOf(target: Target, fields: PurchaseFields): Promise<object>;
  readOpened(json: unknown): Opened;
}

function calls<E extends Endpoint>(
  code: string,
  purchase: E,
  result: ProviderCalls["result"],
  opened: (answer: AnswerOf<E>) => Opened,
  bodyOf: ProviderCalls["bodyOf"] = async (_, fields) => fields,
): ProviderCalls {
  return { code, purchase, result, bodyOf, readOpened: (json) => opened(read(purchase, { status: 200, json })) };
}

export const so = calls("so", soPurchase, soPurchaseResult, ({ order_id, web_url }) => ({
  orderId: order_id,
  payAt: web_url,
}));

export const pd = calls("pd", pdPrepurchase, pdPurchaseStatus, ({ order_id, pay_link }) => ({
  orderId: order_id,
  payAt: pay_link,
}));

export const ps = calls("ps", psPurchase, psPurchaseResult, ({ order_id, redirect_url }) => ({
  orderId: order_id,
  payAt: redirect_url,
}));

export const rz = calls(
  "rz",
  rzPurchase,
  rzPurchaseResult,
  ({ order_id, checkout_url }) => ({ orderId: order_id, payAt: checkout_url }),
  async (_, { return_url, ...fields }) => ({ ...fields, callback_url: return_url }),
);

/** Guarded by the bot check: a payments API may refuse the proof of a site, which stands for one without scripts. */
export const rb = calls(
  "rb",
  rbCreateSubscription,
  rbSubscriptionStatus,
  ({ order_id, redirect_url }) => ({ orderId: order_id, payAt: redirect_url }),
  async (target, fields) => {
    const { plans: all } = await ask(target, plans);
    const product_id = all.find(({ id }) => id === fields.plan_id)?.product_id;
    return { ...fields, product_id, recasign: "nojs.contract" };
  },
);

/** Those that take a purchase from anyone. */
export const OPEN_PROVIDERS: readonly ProviderCalls[] = [so, pd, ps, rz];

export const ALL_PROVIDERS: readonly ProviderCalls[] = [...OPEN_PROVIDERS, rb];

export async function openAt(
  target: Target,
  provider: ProviderCalls,
  fields: PurchaseFields,
  key = newKey(),
): Promise<Opened> {
  const body = await provider.bodyOf(target, fields);
  const answered = await send(target, provider.purchase, withKey(body, key));
  insideOf(answered);
  return provider.readOpened(answered.json);
}

/** How an order stands, by this provider's call. */
export const askAt = (target: Target, provider: ProviderCalls, orderId: string, more: object = {}) =>
  ask(target, provider.result, { body: { order_id: orderId, ...more } });
