import { purchaseFields } from "~/checkout/form-fields.server";
import { env } from "~/env.server";
import type { Money } from "~/i18n/money";
import { paths } from "~/paths";
import type { Opened, Purchase, ReturnAddresses } from "~/providers/provider";
import { providerOf } from "~/providers/providers.server";
import type { Caller } from "~/upstream/client.server";
import { COUPON_REASONS, type CouponReason } from "~/upstream/contract/coupons";
import type { ApiError } from "~/upstream/contract/errors";
import type { PurchaseBody } from "~/upstream/contract/purchase-result";
import { type TokenRefusal, tokenRefusal } from "~/upstream/token-refusal.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";
import { type AnyOrder, type OpenedOrder, type Order, orderToken } from "./order-token.server";

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
  | { kind: "botTokenRefused" }
  /** The visitor's token is no longer good. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  | { kind: "refused" }
  | { kind: "unavailable" };

/**
 * Opens an order, or finds it again where it was opened before: the same attempt is one purchase. Whether the visitor waits
 * for the answer or not, the call runs to its end. `botToken` shows that a person pays. Never throws UpstreamError.
 */
export async function openOrder(order: Order, visitor: Visitor, botToken?: string): Promise<Opening> {
  try {
    const purchase = await purchaseOf(order, botToken);
    const { orderId, ...opened } = await providerOf(order.provider).open(purchase, {
      ...callerFor(order, visitor),
      signal: undefined,
    });
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

/** Who asks about an order: the visitor, in the app the order was made for, whichever browser they came back in. */
export const callerFor = ({ appType }: AnyOrder, { caller }: Visitor): Caller => ({ ...caller, appType });

type Found =
  | { kind: "found"; order: OpenedOrder }
  /** It could not be asked for, or the answer leaves open whether it is there. */
  | { kind: "unreachable"; order: Order }
  /** The payments API would not open it. */
  | { kind: "notOpened"; order: Order };

/** An order with its number; one that has none yet is found again by repeating its purchase call. Never throws UpstreamError. */
export async function findOrder(order: Order, visitor: Visitor): Promise<Found> {
  const { orderId } = order;
  if (orderId !== undefined) return { kind: "found", order: { ...order, orderId } };
  const opening = await reopenOrder(order, visitor);
  switch (opening.kind) {
    case "opened":
    case "existing":
      return { kind: "found", order: opening.order };
    case "waiting":
    case "unavailable":
    // The key is another purchase's already, or a token was not believed a second time: an order there may be all the same.
    case "detailsChanged":
    case "botTokenRefused":
      return { kind: "unreachable", order };
    default:
      return { kind: "notOpened", order };
  }
}

async function purchaseOf(order: Order, botToken: string | undefined): Promise<Purchase> {
  const { product, attempt, channel } = order;
  return { body: bodyOf(order), product, addresses: await addressesOf(order), attempt, channel, botToken };
}

const bodyOf = (order: Order): PurchaseBody => ({
  ...purchaseFields(order),
  plan_id: order.plan,
  coupon_id: order.coupon,
  amount: order.amount,
  currency: order.currency,
  order_id: order.retryOf,
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
  isFollower: order.isFollower ?? (orderId === order.retryOf ? undefined : true),
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
      return { kind: "botTokenRefused" };
    default:
      return { kind: "refused" };
  }
}

const COUPON_CODE = "coupon_";

const reasonOf = (code: string): CouponReason =>
  COUPON_REASONS.find((reason) => code === COUPON_CODE + reason) ?? "unknown";
