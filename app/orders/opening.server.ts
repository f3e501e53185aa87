import { isAttemptOf } from "~/checkout/form-fields.server";
import type { Money } from "~/i18n/money";
import { type TokenRefusal, tokenRefusal, type UpstreamError, wasNeverTaken } from "~/upstream/client/upstream-error";
import { COUPON_REASONS, type CouponReason } from "~/upstream/contract/coupons";
import type { ApiError } from "~/upstream/contract/errors";
import type { LiveOrder } from "~/upstream/contract/purchase-result";
import type { Visitor } from "~/visitor/visitor.server";
import { isOfOtherBrowser, type OpenedOrder, type Order } from "./order-token.server";

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

/** What it means that the call failed. @param isKeyHonoured see PurchaseSending */
export function openingAfter(error: UpstreamError, order: Order, visitor: Visitor, isKeyHonoured: boolean): Opening {
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
