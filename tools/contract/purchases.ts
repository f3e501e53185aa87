import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { plans, prices } from "~/upstream/contract/catalogue";
import { type ApiError, apiError } from "~/upstream/contract/errors";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import type { PurchaseBody } from "~/upstream/contract/purchase-result";
import { type Answered, ask, type Sent, send, type Target, wordsOf } from "./client";
import { Unseen } from "./unseen";

export type PurchaseFields = Awaited<ReturnType<typeof purchaseFields>> & Pick<PurchaseBody, "store_token">;

/** A purchase that must be accepted: a new buyer, a plan without a trial, and what it costs in the country. */
export async function purchaseFields(target: Target, which = 0) {
  const { plans: all } = await ask(target, plans);
  const plan = all.filter(({ trial_price }) => trial_price == null)[which];
  if (!plan) throw new Unseen("the catalogue has too few plans without a trial");
  const query = { product_ids: plan.product_id, customer_country: "US" };
  // An API without prices of its own for a country sells at the plan's.
  const product = await ask(target, prices, { query }).then(
    ({ products }) => products[0],
    () => undefined,
  );
  return {
    plan_id: plan.id,
    email: `contract-${randomUUID()}@example.com`,
    country_code: "US",
    amount: product?.subscription.price.gross ?? plan.price_discount_amount,
    currency: product?.currency ?? plan.currency,
    return_url: `${target.site}/return/so?o=there`,
    cancel_url: `${target.site}/return/so?o=back`,
  };
}

export const newKey = (): string => randomUUID();

export const withKey = (body: object | string, key = newKey()): Sent => ({ body, headers: { "Idempotency-Key": key } });

export const purchase = (target: Target, body: object, key = newKey()) => ask(target, soPurchase, withKey(body, key));

/** The call must be refused with this status and code, in the contract's error shape. */
export async function refused(
  target: Target,
  call: { endpoint: Parameters<typeof send>[1]; sent?: Sent },
  status: number,
  code?: string,
): Promise<ApiError> {
  return asRefusal(await send(target, call.endpoint, call.sent), status, code);
}

export function asRefusal(answered: Answered, status: number, code?: string): ApiError {
  const seen = wordsOf(answered);
  assert.equal(answered.status, status, `${seen} instead of ${status}${code === undefined ? "" : ` (${code})`}`);
  const error = apiError.parse(answered.json);
  if (code !== undefined) assert.equal(error.error.code, code, `${seen} instead of ${status} (${code})`);
  return error;
}
