import { plans } from "~/upstream/contract/catalogue";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import {
  PD_STATUS_HASHES,
  pathOfStatus,
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
import type { PurchaseResult, purchaseResult } from "~/upstream/contract/purchase-result";
import { type Answered, ask, insideOf, read, send, type Target } from "./client";
import { inWords } from "./in-words";
import { newKey, type PurchaseFields, purchaseFields, withKey } from "./purchases";
import { Unseen } from "./unseen";

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

/** A purchase call of the provider, as it was answered. */
export async function sendAt(
  target: Target,
  provider: ProviderCalls,
  fields: PurchaseFields,
  key = newKey(),
): Promise<Answered> {
  return send(target, provider.purchase, withKey(await provider.bodyOf(target, fields), key));
}

export async function openAt(
  target: Target,
  provider: ProviderCalls,
  fields: PurchaseFields,
  key = newKey(),
): Promise<Opened> {
  const answered = await sendAt(target, provider, fields, key);
  insideOf(answered);
  const opened = provider.readOpened(answered.json);
  if (opened.payAt) target.trace?.payAt.add(opened.payAt);
  return opened;
}

/** How an order stands, by this provider's call; of `pd` by the first of its forms that this API has. */
export async function askAt(
  target: Target,
  provider: ProviderCalls,
  orderId: string,
  more: object = {},
): Promise<PurchaseResult> {
  return read(provider.result, await resultAt(target, provider, { order_id: orderId, ...more }));
}

/** The call's answer as it is. */
export async function resultAt(
  target: Target,
  { code, result }: ProviderCalls,
  body: { order_id: string },
): Promise<Answered> {
  const others = code === "pd" ? PD_STATUS_HASHES.slice(1).map((hash) => pathOfStatus(hash, body.order_id)) : [];
  let answered = await send(target, result, { body });
  for (const path of others) {
    if (answered.status !== 404) break;
    answered = await send(target, { ...result, path }, { body });
  }
  return answered;
}

/** Whether an ordinary purchase opens an order at the provider: undefined, or why not. Tried once a run. */
export function whyNotOpen(target: Target, provider: ProviderCalls): Promise<string | undefined> {
  const tried = triedAt.get(target) ?? new Map<string, Promise<string | undefined>>();
  triedAt.set(target, tried);
  const known = tried.get(provider.code) ?? tryOpening(target, provider);
  tried.set(provider.code, known);
  return known;
}

const triedAt = new WeakMap<Target, Map<string, Promise<string | undefined>>>();

async function tryOpening(target: Target, provider: ProviderCalls): Promise<string | undefined> {
  try {
    const { payAt } = await openAt(target, provider, await purchaseFields(target));
    return payAt ? undefined : "no address to pay at";
  } catch (error) {
    return inWords(error);
  }
}

/** Of a provider that opens no order nothing can be said. @throws Unseen */
export async function mustOpen(target: Target, provider: ProviderCalls): Promise<void> {
  const why = await whyNotOpen(target, provider);
  if (why !== undefined) throw new Unseen(`${provider.code} opens no order: ${why}`);
}

/** `pd` comes last: an API of the specification may tell nothing of its orders. */
const IN_ORDER: readonly ProviderCalls[] = [so, ps, rz, rb, pd];

/** The provider at which is tried what is the same at all. @throws Unseen where none opens an order */
export async function anyOpen(target: Target): Promise<ProviderCalls> {
  const problems: string[] = [];
  for (const provider of IN_ORDER) {
    const why = await whyNotOpen(target, provider);
    if (why === undefined) return provider;
    problems.push(`${provider.code}: ${why}`);
  }
  throw new Unseen(`no provider opens an order: ${problems.join("; ")}`);
}
