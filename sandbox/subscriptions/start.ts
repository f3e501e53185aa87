import { randomBytes } from "node:crypto";
import Big from "big.js";
import { isProviderCode } from "~/upstream/contract/catalogue";
import { dueToday, planById, type SoldPlan, toCents, withoutTrial } from "../catalog";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { AttemptRow } from "../store/schema";
import type { SubscriptionRow } from "../store/subscription-tables";

const WITHDRAWAL_MS = 14 * 86_400_000;

/** The time that was granted with the order. */
interface Granted {
  starts_at: number;
  ends_at: number;
}

/**
 * Starts the subscription of an order that is being granted: where the plan renews, and a provider took the money, so
 * that it can take the next. Buying a plan anew ends what was left of it after a failed renewal.
 * @param deduction what a change of plan took off the price, in the plan's own currency
 */
export async function startSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { deduction, now }: { deduction: number; now: number },
): Promise<void> {
  const plan = planById(stored.row.plan_id);
  const paid = paidAttempt(stored);
  if (!plan || !paid || !isProviderCode(paid.provider) || plan.renews === false || plan.trial_without_method) return;
  await endFailed(tx, stored);
  await insertSubscription(tx, stored, plan, {
    source: "web",
    period_worth: Big(worthOf(plan, stored, paid))
      .plus(deduction)
      .toNumber(),
    period_starts_at: granted.starts_at,
    ends_at: granted.ends_at,
    bought_at: now,
    withdraw_until: now + WITHDRAWAL_MS,
  });
}

/** The subscription of an order that was made in an app's store, which renews it. */
export async function startStoreSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { source, now }: { source: "app_store" | "google_play"; now: number },
): Promise<void> {
  const plan = planById(stored.row.plan_id);
  if (!plan) return;
  await insertSubscription(tx, stored, plan, {
    source,
    period_worth: 0,
    period_starts_at: granted.starts_at,
    ends_at: granted.ends_at,
    bought_at: now,
    withdraw_until: null,
  });
}

type Facts = Pick<
  SubscriptionRow,
  "source" | "period_worth" | "period_starts_at" | "ends_at" | "bought_at" | "withdraw_until"
>;

async function insertSubscription(tx: Tx, { row }: StoredOrder, plan: SoldPlan, facts: Facts): Promise<void> {
  await tx
    .insertInto("subscriptions")
    .values({
      id: `sub_${randomBytes(12).toString("hex")}`,
      order_id: row.id,
      plan_id: plan.id,
      email: row.email,
      user_id: row.user_id,
      state: "active",
      ...dueToday(withoutTrial(plan), row.country_code),
      is_trial: plan.trial_days === undefined || plan.trial_days === null ? 0 : 1,
      period: 1,
      session: randomBytes(24).toString("base64url"),
      ...facts,
    })
    .execute();
}

/** What was paid, in the plan's own currency. */
function worthOf(plan: SoldPlan, { row }: StoredOrder, paid: AttemptRow): number {
  const due = dueToday(plan, row.country_code).amount;
  if (due === 0) return 0;
  return toCents(
    Big(plan.trial_price ?? plan.price_discount_amount)
      .times(paid.amount)
      .div(due),
  );
}

async function endFailed(tx: Tx, { row }: StoredOrder): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ state: "ended" })
    .where("state", "=", "past_due")
    .where("plan_id", "=", row.plan_id)
    .where((eb) => eb.or([eb("email", "=", row.email), eb("user_id", "=", row.user_id)]))
    .execute();
}
