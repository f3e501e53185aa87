import { type Caller, type CallOptions, call } from "./client.server";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import type { PurchaseResult } from "./contract/purchase-result";
import { soPurchase, soPurchaseResult } from "./contract/so";

export type OpenedSoPurchase = AnswerOf<typeof soPurchase>;

/**
 * Opens an order on a hosted page, once per idempotency key however often it is called.
 * @throws UpstreamError; one of kind timeout or unreachable leaves open whether there is an order now.
 */
export async function openSoPurchase(
  body: BodyOf<typeof soPurchase>,
  options: Pick<CallOptions, "timeoutMs"> & { idempotencyKey: string },
  caller: Caller,
): Promise<OpenedSoPurchase> {
  return call(soPurchase, { body }, caller, options);
}

/** How an order stands, asked of its provider; never cached. @throws UpstreamError */
export async function askSoResult(orderId: string, caller: Caller): Promise<PurchaseResult> {
  return call(soPurchaseResult, { body: { order_id: orderId } }, caller);
}
