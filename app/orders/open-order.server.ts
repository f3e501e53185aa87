import { isAttemptOf, purchaseFields } from "~/checkout/form-fields.server";
import { env } from "~/env.server";
import type { Money } from "~/i18n/money";
import { log } from "~/log.server";
import { paths } from "~/paths";
import type { Purchase, ReturnAddresses } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { type TokenRefusal, tokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import { COUPON_REASONS, type CouponReason } from "~/upstream/contract/coupons";
import type { ApiError } from "~/upstream/contract/errors";
import type { LiveOrder, PurchaseBody } from "~/upstream/contract/purchase-result";
import { resumeLink } from "~/upstream/contract/subscriptions";
import type { Visitor } from "~/visitor/visitor.server";
import { agreementOfOrder } from "./order-agreement.server";
import { type AnyOrder, isOfOtherBrowser, type OpenedOrder, type Order, orderToken } from "./order-token.server";
import { purchaseFacts } from "./purchase-log.server";

/** The result of sending a purchase call to the payments API. */
export type Opening =
  | { kind: "opened"; order: OpenedOrder }
  /** The same buyer already has this purchase: nothing new was opened. */
  | { kind: "existing"; order: OpenedOrder }
  /** The call has not ended yet. */
  | { kind: "waiting"; order: Order }
  /** The call has ended without telling whether an order was opened. */
  | { kind: "unknown"; order: Order }
  /** `price`: the new price, where the payments API says it. */
  | { kind: "priceChanged"; price: Money | undefined }
  /** This buyer has used the plan's trial before. */
  | { kind: "trialUsed" }
  /** The coupon does not apply to this buyer. */
  | { kind: "couponRefused"; reason: CouponReason }
  | { kind: "detailsChanged" }
  | { kind: "emailRefused" }
  /** The payments API does not believe the app's link that names the account. */
  | { kind: "userUnproven" }
  /** The payments API rejected the bot check's token. */
  | { kind: "botTokenRefused" }
  /** The payments API refused the visitor's token. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  | { kind: "refused" }
  | { kind: "unavailable" };

/** How a purchase call is sent. */
export interface PurchaseSending {
  /** The token of the bot check that came with the form. */
  botToken?: string | undefined;
  /** The payments API honours idempotency keys, so a call whose result is unknown may be sent again. */
  isKeyHonoured: boolean;
}

/** Sends an order's purchase call. It runs to its end even if nobody waits any more. Never throws UpstreamError. */
export async function sendPurchase(order: Order, visitor: Visitor, sending: PurchaseSending): Promise<Opening> {
  try {
    const purchase = await purchaseOf(order, sending);
    const caller = { ...callerFor(order, visitor), signal: undefined };
    const { orderId, handOff } = await providerOf(order.provider).open(purchase, caller);
    const { address } = handOff;
    return { kind: "opened", order: { ...order, orderId, handOff: address ? { ...handOff, address } : undefined } };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const refusal = visitor.caller.bearer === undefined ? undefined : tokenRefusal(error);
    return refusal === undefined
      ? openingAfter(error, order, visitor, sending.isKeyHonoured)
      : { kind: "signedOut", refusal };
  }
}

/** The caller for requests about an order: the visitor, with the app that the order was made for. */
export const callerFor = (order: AnyOrder, { caller }: Visitor): Caller => ({
  ...caller,
  appType: order.appType,
  purchase: purchaseFacts(order),
});

async function purchaseOf(order: Order, { isKeyHonoured, botToken }: PurchaseSending): Promise<Purchase> {
  const { product, attempt, channel } = order;
  // What the call ends with is remembered even if it is late.
  const runsOnMs = env().purchaseCeilingMs;
  return {
    body: bodyOfPurchase(order),
    product,
    addresses: await returnAddresses(order),
    attempt,
    options: { idempotencyKey: attempt, isKeyHonoured, xFrom: channel, runsOnMs },
    botToken,
  };
}

/** The body of the purchase call; always the same for the same order, as idempotency requires. */
export const bodyOfPurchase = (order: Order): PurchaseBody => ({
  ...purchaseFields(order),
  plan_id: order.plan,
  coupon_id: order.coupon,
  amount: order.amount,
  currency: order.currency,
  order_id: order.retryOf,
  user_id: order.userId,
  sign_timestamp: order.link?.signTimestamp,
  sign: order.link?.sign,
  browser: order.browser,
  language: order.lang,
  terms_version: order.terms,
  agreement: agreementOfOrder(order),
  _cps: order.cps,
  store_token: order.storeToken,
});

/** The return addresses hold the order as it was before it had an id, so that a repeated call has the same body. */
export async function returnAddresses(order: Order): Promise<ReturnAddresses> {
  const token = await orderToken({ ...order, orderId: undefined, handOff: undefined });
  const absolute = (path: string) => new URL(path, env().publicOrigin).href;
  return {
    returnUrl: absolute(paths.providerReturn(order.provider, token)),
    cancelUrl: absolute(paths.providerReturn(order.provider, token, { cancelled: true })),
  };
}

function openingAfter(error: UpstreamError, order: Order, visitor: Visitor, isKeyHonoured: boolean): Opening {
  if (error.kind === "timeout" || error.kind === "malformed") return { kind: "unknown", order };
  const refusal = refusalOfPurchase(error);
  // The form will be sent again under the same key: safe only where keys are honoured or the API never took the call.
  if (refusal === undefined) {
    return isKeyHonoured || wasNeverTaken(error) ? { kind: "unavailable" } : { kind: "unknown", order };
  }
  const { error: reason, order: existing, price } = refusal;
  if (existing !== undefined) return { kind: "existing", order: follow(existing, order, visitor) };
  return reason.code === "price_changed" ? { kind: "priceChanged", price } : openingOfCode(reason.code, order);
}

/** Bad request, unprocessable content. */
const ABOUT_CONTENT: readonly number[] = [400, 422];

/** Error codes of a connection that failed before anything was sent. */
const UNCONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Whether the call never reached the API, or was refused before it was processed. */
export function wasNeverTaken({ kind, status = 500, cause }: UpstreamError): boolean {
  if (kind === "circuit_open") return true;
  if (kind === "refused") return status < 500;
  const reason = cause instanceof Error ? cause.cause : undefined;
  return reason instanceof Error && "code" in reason && UNCONNECTED.includes(String(reason.code));
}

/**
 * The API's error about the purchase itself. Undefined where the API, or a proxy, did not look at the purchase:
 * then an order may exist under the same key, and it may be paid.
 */
function refusalOfPurchase(error: UpstreamError): ApiError | undefined {
  const { kind, status = 500, apiError } = error;
  if (kind !== "refused" || apiError === undefined || status >= 500 || error.isNotNow) return undefined;
  // With a code of its own in a 400 or 422, the API refuses the content. Any other bare status may be a proxy's answer.
  const isAboutContent = ABOUT_CONTENT.includes(status) && apiError.code !== status;
  const hasNoReason = apiError.error.code === `http_${status}` && !isAboutContent;
  return hasNoReason || tokenRefusal(error) !== undefined ? undefined : apiError;
}

/**
 * The existing order in place of the requested one. Only its own buyer, who continues it or began it in this browser,
 * may pay it; for anybody else it is another browser's, of which they only see the status.
 */
function follow(existing: LiveOrder, order: Order, { browser }: Visitor): OpenedOrder {
  const { order_id: orderId, idempotency_key: key = "", redirect_url: payAt } = existing;
  const isGoneOnWith = orderId === order.retryOf && !isOfOtherBrowser(order);
  if (!isGoneOnWith && !isAttemptOf(browser, key)) {
    const { expires_at: until, link_sent: isLinkSent } = existing;
    const live = { until: until === undefined ? undefined : Date.parse(until), isLinkSent };
    return { ...order, orderId, isFollower: true, live };
  }
  const handOff = payAt === undefined ? undefined : ({ kind: "link", address: payAt } as const);
  return { ...order, orderId, isFollower: undefined, live: undefined, handOff };
}

function openingOfCode(code: string, order: Order): Opening {
  if (code.startsWith(COUPON_CODE)) return { kind: "couponRefused", reason: couponReason(code) };
  switch (code) {
    case "idempotency_conflict":
      return { kind: "detailsChanged" };
    case "in_progress":
      return { kind: "waiting", order };
    case "trial_used":
      return { kind: "trialUsed" };
    case "user_unproven":
      return { kind: "userUnproven" };
    case "email_invalid":
      return { kind: "emailRefused" };
    case "token_empty":
    case "token_refused":
    case "proof_refused":
      return { kind: "botTokenRefused" };
    default:
      return { kind: "refused" };
  }
}

const COUPON_CODE = "coupon_";

const couponReason = (code: string): CouponReason =>
  COUPON_REASONS.find((reason) => code === COUPON_CODE + reason) ?? "unknown";

/**
 * Tells a payments API that has the call where a buyer who has not paid can go on, for a mail that brings them back. Nobody waits for it,
 * and where it fails there is no such mail. Not for another browser's order, which its visitor may not pay, nor where nothing is to be paid.
 */
export function recordResumeLink(order: OpenedOrder, visitor: Visitor): void {
  if (isOfOtherBrowser(order) || order.handOff === undefined) return;
  sendResumeLink(order, visitor).catch((err) => {
    log.warn({ requestId: visitor.requestId, ...purchaseFacts(order), err }, "the way back to an order was not told");
  });
}

async function sendResumeLink(order: OpenedOrder, visitor: Visitor): Promise<void> {
  const { bearer, signal, onTokenRefused, ...caller } = callerFor(order, visitor);
  if (!(await hasOptionalCall("resume_link", caller, visitor))) return;
  const { orderId: order_id, email, lang: language } = order;
  const url = new URL(paths.paystatus(language, await orderToken(order)), env().publicOrigin).href;
  await call(resumeLink, { body: { order_id, email, url, language } }, caller, { circuit: "optional" });
}
