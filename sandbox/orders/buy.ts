import type { CouponReason } from "~/upstream/contract/coupons";
import { tokenObjection } from "../bot-check/check-token";
import { isSameMoney, type Money } from "../machine/money";
import type { Tx } from "../store/database";
import { fingerprintOf, keepKey, keepTold, lookUpKey, toldOrder } from "../store/idempotency";
import { changeableSubscription, offerTo } from "../subscriptions/plan-change";
import { giveAway, openAttempt, openOrder, supersede } from "./open";
import { isPaid, NEW_ORDER, type OrderRefusal, orderToPay } from "./order-to-pay";
import type { Purchase } from "./purchase";
import { quote } from "./quote";
import { syncWithin } from "./settle";

export type Bought =
  | { kind: "opened"; attemptId: string }
  | { kind: "conflict" }
  | { kind: "token_empty" | "token_refused" | "proof_refused" }
  | OrderRefusal
  | { kind: "coupon_refused"; reason: CouponReason }
  | { kind: "price_changed"; price: Money };

/**
 * Opens an order with its first attempt, or a further attempt. The same key is always the same attempt. If a key's
 * buyer was told of an order already under way, and that order is now paid (in another tab), the key buys nothing more.
 */
export async function buy(tx: Tx, purchase: Purchase): Promise<Bought> {
  const fingerprint = fingerprintOfPurchase(purchase);
  const use = await lookUpKey(tx, purchase.key, fingerprint);
  if (use.kind === "conflict") return use;
  if (use.kind === "repeat") return { kind: "opened", attemptId: use.attemptId };
  const told = await toldOrder(tx, purchase.key, fingerprint);
  const known = told && (await syncWithin(tx, told, purchase.now));
  if (known && isPaid(known)) return { kind: "order_done", orderId: known.row.id };
  const objection = told || !purchase.botToken ? undefined : await tokenObjection(tx, purchase.botToken, purchase.now);
  return objection ? { kind: objection } : open(tx, purchase, fingerprint);
}

/** Opens the order only after every check that can refuse it. */
async function open(tx: Tx, purchase: Purchase, fingerprint: string): Promise<Bought> {
  const choice = purchase.isBare ? NEW_ORDER : await orderToPay(tx, purchase);
  if (choice.kind === "order_live") await keepTold(tx, purchase.key, fingerprint, choice.orderId);
  if (choice.kind !== "free") return choice;
  const { plan, change } = await memberOffer(tx, purchase);
  const quoted = await quote(tx, { ...purchase, plan });
  if (!quoted.ok) return { kind: "coupon_refused", reason: quoted.reason };
  if (!purchase.isBare && !isSameMoney(quoted.price, purchase.shown))
    return { kind: "price_changed", price: quoted.price };
  await supersede(tx, choice.superseded, purchase.now);
  const stored = choice.retried ?? (await openOrder(tx, purchase));
  const start = quoted.price.amount === 0 ? giveAway : openAttempt;
  const attemptId = await start(tx, stored, purchase, quoted);
  if (change)
    await tx
      .insertInto("plan_changes")
      .values({ attempt_id: attemptId, ...change })
      .execute();
  await keepKey(tx, purchase.key, fingerprint, attemptId, purchase.now);
  return { kind: "opened", attemptId };
}

async function memberOffer(tx: Tx, { memberId, plan, now }: Purchase) {
  const current = await changeableSubscription(tx, memberId, now);
  return offerTo(current, plan, now);
}

/** The fingerprint of a purchase. Leaves out the return addresses, whose tokens may differ in a repeated call. */
const fingerprintOfPurchase = ({ provider, plan, buyer, country, couponId, shown, orderId }: Purchase): string =>
  fingerprintOf({
    provider,
    plan: plan.id,
    email: buyer.email,
    user: buyer.userId,
    country,
    coupon: couponId ?? null,
    amount: shown.amount,
    currency: shown.currency,
    order: orderId ?? null,
  });
