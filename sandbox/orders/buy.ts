import { randomBytes } from "node:crypto";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { SoldPlan } from "../catalog";
import type { Coupon } from "../coupons";
import { isSameMoney, type Money } from "../machine/money";
import { NEW_ORDER } from "../machine/order-record";
import type { Tx } from "../store/database";
import { fingerprintOf, keepKey, lookUpKey } from "../store/idempotency";
import { insertAttempt, insertOrder, loadOrder, type StoredOrder } from "../store/orders";
import { readSettings } from "../store/settings";
import { type Buyer, isBuyerOf, unfinishedOrders } from "./buyer";
import { quote } from "./quote";
import { recordEvent } from "./record";
import { syncWithin } from "./settle";

export interface Purchase {
  key: string;
  plan: SoldPlan;
  buyer: Buyer;
  country: string;
  couponId: string | undefined;
  /** What the buyer was shown. */
  shown: Money;
  /** An order to go on with after a decline. */
  orderId: string | undefined;
  returnUrl: string;
  cancelUrl: string;
  attribution: string | null;
  now: number;
}

export type Bought =
  | { kind: "opened"; attemptId: string }
  | { kind: "conflict" }
  | { kind: "order_unknown" }
  | { kind: "order_live" | "order_done"; orderId: string }
  | { kind: "coupon_refused"; reason: CouponReason }
  | { kind: "price_changed"; price: Money };

type Placed = { kind: "new" } | { kind: "further"; stored: StoredOrder } | Exclude<Bought, { kind: "opened" }>;

/** Opens an order and its first attempt, or a further attempt; the same key is always the same attempt. */
export async function buy(tx: Tx, purchase: Purchase): Promise<Bought> {
  const fingerprint = fingerprintOfPurchase(purchase);
  const use = await lookUpKey(tx, purchase.key, fingerprint);
  if (use.kind === "conflict") return use;
  if (use.kind === "repeat") return { kind: "opened", attemptId: use.attemptId };
  const placed = await place(tx, purchase);
  if (placed.kind !== "new" && placed.kind !== "further") return placed;
  const { plan, country, couponId, buyer, now } = purchase;
  const quoted = await quote(tx, { plan, country, couponId, buyer, now });
  if (!quoted.ok) return { kind: "coupon_refused", reason: quoted.reason };
  if (!isSameMoney(quoted.price, purchase.shown)) return { kind: "price_changed", price: quoted.price };
  const stored = placed.kind === "further" ? placed.stored : await openOrder(tx, purchase);
  const attemptId = await openAttempt(tx, stored, purchase, quoted);
  await keepKey(tx, purchase.key, fingerprint, attemptId, now);
  return { kind: "opened", attemptId };
}

/** What is bought by whom; return addresses are left out, since a repeated call may carry a fresh token in them. */
const fingerprintOfPurchase = ({ plan, buyer, country, couponId, shown, orderId }: Purchase): string =>
  fingerprintOf({
    plan: plan.id,
    email: buyer.email,
    user: buyer.userId,
    country,
    coupon: couponId ?? null,
    amount: shown.amount,
    currency: shown.currency,
    order: orderId ?? null,
  });

/** Which order this purchase belongs to. Money that may be under way for the same buyer and plan always stops a new one. */
async function place(tx: Tx, purchase: Purchase): Promise<Placed> {
  const named = purchase.orderId ? await syncWithin(tx, purchase.orderId, purchase.now) : undefined;
  if (purchase.orderId && !(named && isBuyerOf(named.row, purchase.buyer))) return { kind: "order_unknown" };
  if (named?.row.state === "done" || named?.row.state === "refunded")
    return { kind: "order_done", orderId: named.row.id };
  const isSamePlan = named?.row.plan_id === purchase.plan.id;
  const open: StoredOrder[] = [];
  for (const id of await unfinishedOrders(tx, purchase.buyer, purchase.plan.id)) {
    const other = await syncWithin(tx, id, purchase.now);
    if (other?.row.state === "open") open.push(other);
    else if (other && isUnderWay(other)) return { kind: "order_live", orderId: id };
  }
  const further = isSamePlan ? open.find(({ row }) => row.id === named?.row.id) : undefined;
  await supersede(tx, open, further, purchase.now);
  return further ? { kind: "further", stored: further } : { kind: "new" };
}

const isUnderWay = ({ row }: StoredOrder): boolean => ["paying", "granting", "review"].includes(row.state);

/** A fresh order for the same plan takes the place of the ones that failed. */
async function supersede(tx: Tx, open: StoredOrder[], kept: StoredOrder | undefined, now: number): Promise<void> {
  for (const stored of open) if (stored !== kept) await recordEvent(tx, stored, { type: "superseded" }, now);
}

async function openOrder(tx: Tx, { plan, buyer, country, attribution, now }: Purchase): Promise<StoredOrder> {
  const row = {
    id: `ord_${randomBytes(12).toString("hex")}`,
    state: NEW_ORDER.state,
    grant_state: NEW_ORDER.grant,
    plan_id: plan.id,
    email: buyer.email,
    user_id: buyer.userId,
    country_code: country,
    attribution,
    created_at: now,
    expires_at: now,
  };
  await insertOrder(tx, row);
  return { row, attempts: [], order: NEW_ORDER };
}

async function openAttempt(
  tx: Tx,
  { row, attempts, order }: StoredOrder,
  { returnUrl, cancelUrl, now }: Purchase,
  { price, coupon }: { price: Money; coupon: Coupon | undefined },
): Promise<string> {
  const id = `att_${randomBytes(12).toString("hex")}`;
  await insertAttempt(tx, {
    id,
    order_id: row.id,
    position: attempts.length,
    state: "created",
    bucket: null,
    ...price,
    coupon_id: coupon?.id ?? null,
    hold: coupon ? "held" : null,
    session: randomBytes(24).toString("base64url"),
    return_url: returnUrl,
    cancel_url: cancelUrl,
    created_at: now,
  });
  const { order_lifetime_seconds } = await readSettings(tx);
  const expires_at = now + order_lifetime_seconds * 1000;
  await tx.updateTable("orders").set({ expires_at }).where("id", "=", row.id).execute();
  const started = { type: "attempt_started", attemptId: id, price, hasCoupon: coupon !== undefined } as const;
  await recordEvent(tx, { row, attempts, order }, started, now);
  const opened = await loadOrder(tx, row.id);
  if (opened) await recordEvent(tx, opened, { type: "reported", attemptId: id, report: { type: "sent" } }, now);
  return id;
}
