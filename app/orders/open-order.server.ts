import { env } from "~/env.server";
import type { Money } from "~/i18n/money";
import { paths } from "~/paths";
import type { Opened, Purchase, ReturnAddresses } from "~/providers/provider";
import { flowOf } from "~/providers/providers.server";
import { COUPON_REASONS, type CouponReason } from "~/upstream/contract/coupons";
import type { ApiError } from "~/upstream/contract/errors";
import type { PurchaseBody } from "~/upstream/contract/purchase-result";
import { type TokenRefusal, tokenRefusal } from "~/upstream/token-refusal.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";
import { callerFor } from "./order-caller.server";
import { type OpenedOrder, type Order, orderToken } from "./order-token.server";

/** What came of sending a purchase to the payments API. */
export type Opening =
  | ({ kind: "opened"; order: OpenedOrder } & Omit<Opened, "orderId">)
  /** The same buyer already has this purchase: nothing new was opened. */
  | { kind: "existing"; order: OpenedOrder }
  /** No answer yet: the status page repeats the call under the same idempotency key. */
  | { kind: "waiting"; order: Order }
  /** `price`: what it costs now, where the payments API says so. */
  | { kind: "priceChanged"; price: Money | undefined }
  /** The coupon does not apply to this buyer. */
  | { kind: "couponRefused"; reason: CouponReason }
  | { kind: "detailsChanged" }
  | { kind: "emailRefused" }
  /** The payments API does not believe that a person pays. */
  | { kind: "proofRefused" }
  /** The visitor's token is no longer good. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  | { kind: "refused" }
  | { kind: "unavailable" };

/**
 * Opens an order, or finds it again where it was opened before; sends nothing twice. `proof` shows that a person pays.
 * Never throws UpstreamError.
 */
export async function openOrder(order: Order, visitor: Visitor, proof?: string): Promise<Opening> {
  try {
    const purchase = await purchaseOf(order, proof);
    const { orderId, ...opened } = await flowOf(order.provider).open(purchase, callerFor(order, visitor));
    return { kind: "opened", order: { ...order, orderId }, ...opened };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const refusal = visitor.caller.bearer === undefined ? undefined : tokenRefusal(error);
    return refusal === undefined ? openingOf(error, order) : { kind: "signedOut", refusal };
  }
}

/** Repeats the call that has opened an order: for that nobody needs an account. */
export async function reopenOrder(order: Order, visitor: Visitor): Promise<Opening> {
  const opening = await openOrder(order, visitor);
  return opening.kind === "signedOut" ? openOrder(order, withoutAccount(visitor)) : opening;
}

async function purchaseOf(order: Order, proof: string | undefined): Promise<Purchase> {
  const { product, attempt, channel } = order;
  return { body: bodyOf(order), product, addresses: await addressesOf(order), attempt, channel, proof };
}

const bodyOf = (order: Order): PurchaseBody => ({
  plan_id: order.plan,
  email: order.email,
  country_code: order.country,
  coupon_id: order.coupon,
  amount: order.amount,
  currency: order.currency,
  order_id: order.further,
  user_id: order.userId,
  _cps: order.cps,
});

/** The return addresses carry the order as it was before it had a number, so that repeating the call repeats them. */
async function addressesOf(order: Order): Promise<ReturnAddresses> {
  const token = await orderToken({ ...order, orderId: undefined });
  const absolute = (path: string) => new URL(path, env().publicOrigin).href;
  return {
    returnUrl: absolute(paths.providerReturn(order.provider, token)),
    cancelUrl: absolute(paths.providerReturn(order.provider, token, true)),
  };
}

function openingOf(error: UpstreamError, order: Order): Opening {
  if (error.kind === "timeout" || error.kind === "malformed") return { kind: "waiting", order };
  const refusal = refusalOfPurchase(error);
  if (refusal === undefined) return { kind: "unavailable" };
  const { error: reason, order: existing, price } = refusal;
  if (existing !== undefined) return { kind: "existing", order: followed(order, existing.order_id) };
  return reason.code === "price_changed" ? { kind: "priceChanged", price } : openingOfCode(reason.code, order);
}

/** Come too early, or too often. */
const LATER: readonly number[] = [408, 425, 429];

/**
 * What the API has against the purchase itself. Undefined where it, or what stands before it, never looked at that: there
 * may be an order under the same key all the same, and it may be paid.
 */
function refusalOfPurchase(error: UpstreamError): ApiError | undefined {
  const { kind, status = 500, apiError } = error;
  if (kind !== "refused" || apiError === undefined || status >= 500 || LATER.includes(status)) return undefined;
  const isUntold = apiError.error.code === `http_${status}`;
  return isUntold || tokenRefusal(error) !== undefined ? undefined : apiError;
}

/** Whoever did not begin the order only follows it; one that this attempt goes on with is its own. */
const followed = (order: Order, orderId: string): OpenedOrder => ({
  ...order,
  orderId,
  isFollower: order.isFollower ?? (orderId === order.further ? undefined : true),
});

function openingOfCode(code: string, order: Order): Opening {
  if (code.startsWith(COUPON_CODE)) return { kind: "couponRefused", reason: reasonOf(code) };
  switch (code) {
    case "idempotency_conflict":
      return { kind: "detailsChanged" };
    case "in_progress":
      return { kind: "waiting", order };
    case "email_invalid":
      return { kind: "emailRefused" };
    case "token_empty":
    case "token_refused":
    case "proof_refused":
      return { kind: "proofRefused" };
    default:
      return { kind: "refused" };
  }
}

const COUPON_CODE = "coupon_";

const reasonOf = (code: string): CouponReason =>
  COUPON_REASONS.find((reason) => code === COUPON_CODE + reason) ?? "unknown";
