import { randomBytes } from "node:crypto";
import Big from "big.js";
import { isProviderCode } from "~/upstream/contract/catalogue";
import { endOfDay, latestDay } from "~/upstream/contract/deadlines";
import { lastDayAfter } from "~/upstream/contract/values/working-days";
import { rounded } from "../catalogue/plans";
import { type Sold, soldIn } from "../catalogue/sold";
import { agreedWith } from "../orders/agreed";
import { buyerPlace } from "../orders/buyer-place";
import type { AttemptRow, OrderRow } from "../orders/tables";
import { guaranteedUntil } from "../refunds/guarantee";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { stopOlderRenewals } from "./one-renewal";
import type { SubscriptionRow } from "./tables";

/** The time that was granted with the order. */
interface Granted {
  starts_at: number;
  ends_at: number;
}

/**
 * Starts the contract of an order that is being granted. It renews where its attempt sold that, and a provider has a way to take the
 * next payment; then what the buyer has renews no more from then on. Of what was bought in an app its store tells.
 * @param deduction what a change of plan took off the price, in the plan's own currency
 */
export async function startSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { deduction, now }: { deduction: number; now: number },
): Promise<void> {
  const paid = paidAttempt(stored);
  const isOfApp = paid?.provider != null && !isProviderCode(paid.provider);
  if (!paid || isOfApp) return;
  const sold = soldIn(paid);
  const facts = {
    source: "web",
    bought_at: now,
    withdraw_until: withdrawUntil(now, sold, stored.row),
    money_back_until: await guaranteedUntil(tx, stored.row, sold, now),
  } as const;
  if (paid.renewal_amount === null) return insertSubscription(tx, stored, granted, { ...facts, ...NEVER_RENEWS });
  await stopOlderRenewals(tx, stored.row, now);
  const months_notice = agreedWith(paid)?.renewal?.months_notice === true ? 1 : 0;
  const period_worth = Big(worthOf(sold, paid)).plus(deduction).toNumber();
  await insertSubscription(tx, stored, granted, {
    ...facts,
    ...RENEWS,
    ...renewedBy(paid, now),
    months_notice,
    amount: paid.renewal_amount,
    period_worth,
  });
}

const RENEWS = { state: "active", renews: 1 } as const;

/** The provider renews it that said so when the attempt was opened; it is asked about it from now on. */
const renewedBy = ({ provider, resumes, subscription_reference: reference }: AttemptRow, now: number) =>
  resumes === null ? {} : { driver: provider, resumes, reference, next_sync_at: now };

/** It runs to the end of what is paid, as one does that was cancelled. */
const NEVER_RENEWS = { state: "ending", renews: 0, amount: 0, period_worth: 0 } as const;

/** The first moment at which it is too late, wherever the buyer may be. */
function withdrawUntil(now: number, { withdrawal }: Sold, order: OrderRow): number {
  const place = buyerPlace(order);
  return endOfDay(lastDayAfter(latestDay(now, place), withdrawal.days, order.country_code), place);
}

/**
 * The subscription of an order that was made in an app's store, which renews it.
 * @returns false where the order sold none
 */
export async function startStoreSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { source, now }: { source: "app_store" | "google_play"; now: number },
): Promise<boolean> {
  const amount = paidAttempt(stored)?.renewal_amount;
  if (amount == null) return false;
  const facts = { source, amount, period_worth: 0, bought_at: now, withdraw_until: null, money_back_until: null };
  await insertSubscription(tx, stored, granted, { ...facts, ...RENEWS });
  return true;
}

type ContractFacts = Pick<
  SubscriptionRow,
  "source" | "state" | "renews" | "amount" | "period_worth" | "bought_at" | "withdraw_until" | "money_back_until"
> &
  Partial<Pick<SubscriptionRow, "months_notice" | "driver" | "resumes" | "reference" | "next_sync_at">>;

/** What renews, and for how much, is what the paid attempt sold, whatever the plan is like now. */
async function insertSubscription(tx: Tx, stored: StoredOrder, granted: Granted, facts: ContractFacts): Promise<void> {
  const { id: order_id, plan_id, email, user_id } = stored.row;
  const paid = paidAttempt(stored);
  if (!paid) return;
  await tx
    .insertInto("subscriptions")
    .values({
      id: `sub_${randomBytes(12).toString("hex")}`,
      order_id,
      plan_id,
      sold: paid.sold,
      email,
      user_id,
      currency: paid.currency,
      is_trial: paid.trial_days === null ? 0 : 1,
      period: 1,
      period_starts_at: granted.starts_at,
      ends_at: granted.ends_at,
      session: randomBytes(24).toString("base64url"),
      ...facts,
    })
    .execute();
}

/** What was paid, in the plan's own currency: its share of the period's price is the same there. */
const worthOf = ({ worth, worth_currency, price }: Sold, { amount }: AttemptRow): number =>
  rounded(Big(worth).times(amount).div(price), worth_currency);
