import { callForAnybody } from "./call-for-anybody.server";
import { type Caller, type CallOptions, call } from "./client.server";
import { gapPurchaseResult, tpaPurchaseResult } from "./contract/app-purchase";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import type { ApiError } from "./contract/errors";
import { pdPurchaseStatus, rbSubscriptionStatus } from "./contract/order-status";
import { pdPrepurchase } from "./contract/pd";
import { psPurchase, psPurchaseResult } from "./contract/ps";
import type { PurchaseResult } from "./contract/purchase-result";
import { rbCreateSubscription } from "./contract/rb";
import { rzPurchase, rzPurchaseResult } from "./contract/rz";
import { soPurchase, soPurchaseResult } from "./contract/so";
import { UpstreamError } from "./upstream-error";

/**
 * A purchase opens once per idempotency key, however often it is called. Every call here may throw UpstreamError; from an
 * opening one, kind timeout or unreachable leaves open whether there is an order now. Results are never cached, and whoever
 * knows an order may ask for its: a token that is no longer good does not come between buyers and what they have paid.
 */
export type PurchaseKey = Pick<CallOptions, "timeoutMs" | "xFrom"> & { idempotencyKey: string };

export type OpenedRzPurchase = AnswerOf<typeof rzPurchase>;

export const openPdPurchase = (
  body: BodyOf<typeof pdPrepurchase>,
  key: PurchaseKey,
  caller: Caller,
): Promise<AnswerOf<typeof pdPrepurchase>> => call(pdPrepurchase, { body }, caller, key);

export const openPsPurchase = (
  body: BodyOf<typeof psPurchase>,
  key: PurchaseKey,
  caller: Caller,
): Promise<AnswerOf<typeof psPurchase>> => call(psPurchase, { body }, caller, key);

export const openRzPurchase = (
  body: BodyOf<typeof rzPurchase>,
  key: PurchaseKey,
  caller: Caller,
): Promise<OpenedRzPurchase> => call(rzPurchase, { body }, caller, key);

export const openRbSubscription = (
  body: BodyOf<typeof rbCreateSubscription>,
  key: PurchaseKey,
  caller: Caller,
): Promise<AnswerOf<typeof rbCreateSubscription>> => call(rbCreateSubscription, { body }, caller, key);

export const openSoPurchase = (
  body: BodyOf<typeof soPurchase>,
  key: PurchaseKey,
  caller: Caller,
): Promise<AnswerOf<typeof soPurchase>> => call(soPurchase, { body }, caller, key);

/** This call is ours: an API that has none of it says nothing of an order, which is then waited for. */
export async function askPdStatus(body: BodyOf<typeof pdPurchaseStatus>, caller: Caller): Promise<PurchaseResult> {
  try {
    return await callForAnybody(pdPurchaseStatus, { body }, caller);
  } catch (error) {
    const isNoSuchCall = error instanceof UpstreamError && error.status === 404 && isUntold(error.apiError);
    if (!isNoSuchCall) throw error;
    return pdPurchaseStatus.answer.parse({ status: "pending" });
  }
}

const isUntold = (refusal: ApiError | undefined): boolean => refusal?.error.code === "http_404";

export const askPsResult = (body: BodyOf<typeof psPurchaseResult>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(psPurchaseResult, { body }, caller);

export const askRzResult = (body: BodyOf<typeof rzPurchaseResult>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(rzPurchaseResult, { body }, caller);

export const askRbStatus = (body: BodyOf<typeof rbSubscriptionStatus>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(rbSubscriptionStatus, { body }, caller);

export const askSoResult = (body: BodyOf<typeof soPurchaseResult>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(soPurchaseResult, { body }, caller);

export const askGapResult = (body: BodyOf<typeof gapPurchaseResult>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(gapPurchaseResult, { body }, caller);

export const askTpaResult = (body: BodyOf<typeof tpaPurchaseResult>, caller: Caller): Promise<PurchaseResult> =>
  callForAnybody(tpaPurchaseResult, { body }, caller);
