import type { SoldTerms } from "~/upstream/contract/agreement";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { BotObjection } from "../../bot-check";
import { ANYBODY, offersTo } from "../../catalogue/on-sale";
import { dueToday, type SoldPlan } from "../../catalogue/plans";
import { isSameMoney, type Money } from "../../machine/money";
import type { Db, Tx } from "../../store/database";
import { fingerprintOf, keepKey, keepRefused, lookUpKey, refusedKey } from "../../store/idempotency";
import { continueOrder, giveAway, openAttempt, openOrder, supersede } from "./open";
import { type OrderRefusal, orderToPay } from "./order-to-pay";
import type { Purchase } from "./purchase";
import { quote } from "./quote";
import { isAsAgreed, soldTermsOf } from "./sold-terms";
import { isGift, type Terms } from "./terms";

export type Bought =
  /** `isNew`: no call has asked the provider for it yet. */
  | { kind: "opened"; attemptId: string; isNew: boolean }
  | { kind: "conflict" }
  | { kind: BotObjection }
  | OrderRefusal
  | { kind: "coupon_refused"; reason: CouponReason }
  | TermsRefusal;

/** Something else is sold than the buyer agreed to: what it is, and its price. */
interface TermsRefusal {
  kind: "price_changed" | "trial_used";
  price: Money;
  agreement: SoldTerms;
}

/**
 * Opens an order with its first attempt, or a further attempt. The same key is always the same attempt. A key that was
 * refused may be sent again, corrected or not, but is still the same wish: once any order of the buyer for the plan was
 * paid since, it buys nothing more.
 */
export async function buy(tx: Tx, purchase: Purchase): Promise<Bought> {
  const { key, spendToken, sinceEvent } = purchase;
  const before = await boughtBefore(tx, purchase);
  if (before) return before;
  const fingerprint = fingerprintOfPurchase(purchase);
  const known = await refusedKey(tx, key);
  const since_event = known?.since_event ?? sinceEvent;
  const isSameAsRefused = known?.told_fingerprint === fingerprint;
  // The bot check's token was spent on the call that was refused with the order under way.
  const objection = isSameAsRefused ? undefined : await spendToken?.(tx);
  const bought: Bought = objection ? { kind: objection } : await open(tx, purchase, { fingerprint, since_event });
  const told_fingerprint = bought.kind === "order_live" ? fingerprint : null;
  if (bought.kind !== "opened") await keepRefused(tx, { key, since_event, told_fingerprint });
  return bought;
}

/** What a key that was used before stands for; undefined: it is new. */
export async function boughtBefore(db: Db | Tx, purchase: Purchase): Promise<Bought | undefined> {
  const use = await lookUpKey(db, purchase.key, fingerprintOfPurchase(purchase));
  if (use.kind === "conflict") return use;
  return use.kind === "repeat" ? { kind: "opened", attemptId: use.attemptId, isNew: false } : undefined;
}

/** Opens the order only after every check that can refuse it. */
async function open(
  tx: Tx,
  purchase: Purchase,
  { fingerprint, since_event }: { fingerprint: string; since_event: number },
): Promise<Bought> {
  const choice = await orderToPay(tx, purchase, since_event);
  if (choice.kind !== "free") return choice;
  const { plan, change } = (await offersTo(tx, purchase, purchase.now))(purchase.plan);
  const quoted = await quote(tx, { ...purchase, plan });
  if (!quoted.ok) return { kind: "coupon_refused", reason: quoted.reason };
  const objection = await termsObjection(tx, purchase, { plan, terms: quoted });
  if (objection) return objection;
  await supersede(tx, choice.superseded, purchase.now);
  const stored = choice.retried ? await continueOrder(tx, choice.retried, purchase) : await openOrder(tx, purchase);
  const start = isGift(quoted) ? giveAway : openAttempt;
  const attemptId = await start(tx, stored, purchase, quoted);
  if (change)
    await tx
      .insertInto("plan_changes")
      .values({ attempt_id: attemptId, ...change })
      .execute();
  await keepKey(tx, purchase.key, fingerprint, attemptId, purchase.now);
  return { kind: "opened", attemptId, isNew: true };
}

/** Why what was agreed to is refused: it is a trial which this buyer has used, or something else is sold now; else undefined. */
async function termsObjection(
  tx: Tx,
  purchase: Purchase,
  { plan, terms }: { plan: SoldPlan; terms: Terms },
): Promise<TermsRefusal | undefined> {
  const { plan: listed, country, shown, agreement: agreed, now } = purchase;
  const { price, trialDays } = terms;
  const agreement = soldTermsOf(plan, purchase, terms);
  if (isSameMoney(price, shown) && (agreed === undefined || isAsAgreed(agreement, agreed))) return undefined;
  const { plan: forOthers } = (await offersTo(tx, ANYBODY, now))(listed);
  const isRefusedTrial = forOthers.trial_days !== undefined && trialDays === null;
  const isTrialUsed = isRefusedTrial && isSameMoney(dueToday(forOthers, country), shown);
  return { kind: isTrialUsed ? "trial_used" : "price_changed", price, agreement };
}

/**
 * The fingerprint of a purchase. Leaves out the return addresses, whose tokens may differ in a repeated call. A purchase that says
 * nothing of its agreement has the fingerprint that it has always had.
 */
function fingerprintOfPurchase(purchase: Purchase): string {
  const { provider, plan, buyer, country, couponId, shown, orderId, agreement } = purchase;
  return fingerprintOf({
    provider,
    plan: plan.id,
    email: buyer.email,
    user: buyer.userId,
    country,
    coupon: couponId ?? null,
    amount: shown.amount,
    currency: shown.currency,
    order: orderId ?? null,
    ...(agreement && { agreement: JSON.stringify({ ...agreement, text: undefined }) }),
  });
}
