import Big from "big.js";
import { deducted, dueToday, periodPrice, planById, type SoldPlan } from "../catalogue/plans";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { ChargeRow } from "../store/subscription-tables";
import { changeOf } from "../subscriptions/plan-change";
import { invoiceLines } from "./lines";

/** Writes the invoice of an order that is being granted. @returns its number */
export async function issueInvoice(tx: Tx, stored: StoredOrder, now: number): Promise<number | undefined> {
  const plan = planById(stored.row.plan_id);
  const paid = paidAttempt(stored);
  if (!plan || !paid) return undefined;
  const { amount, currency, coupon_id, trial_days: trialDays } = paid;
  const country = stored.row.country_code;
  const deduction = await deductionOf(tx, paid.id, plan, country);
  const price = paid.renewal_amount ?? periodPrice(plan, country).amount;
  const sold = { plan, country, price, amount, trialDays, deduction, hasCoupon: coupon_id !== null };
  const lines = JSON.stringify(invoiceLines(sold));
  const number = (await lastNumber(tx)) + 1;
  await tx
    .insertInto("invoices")
    .values({ number, order_id: stored.row.id, charge_id: null, issued_at: now, amount, currency, lines })
    .execute();
  return number;
}

/** What a change of plan took off the price, in the currency that was paid. */
async function deductionOf(tx: Tx, attemptId: string, plan: SoldPlan, country: string): Promise<number> {
  const change = await changeOf(tx, attemptId);
  if (!change) return 0;
  const own = deducted(plan, change.deduction);
  return Big(periodPrice(plan, country).amount).minus(dueToday(own, country).amount).toNumber();
}

/** Writes the invoice of a renewal. @returns its number */
export async function issueRenewalInvoice(
  tx: Tx,
  { row }: StoredOrder,
  charge: ChargeRow,
): Promise<number | undefined> {
  const plan = planById(row.plan_id);
  if (!plan) return undefined;
  const { id: charge_id, amount, currency, at: issued_at } = charge;
  const country = row.country_code;
  const sold = { plan, country, price: amount, amount, trialDays: null, deduction: 0, hasCoupon: false };
  const lines = JSON.stringify(invoiceLines(sold));
  const number = (await lastNumber(tx)) + 1;
  await tx
    .insertInto("invoices")
    .values({ number, order_id: row.id, charge_id, issued_at, amount, currency, lines })
    .execute();
  return number;
}

async function lastNumber(tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom("invoices")
    .select((eb) => eb.fn.max("number").as("number"))
    .executeTakeFirst();
  return last?.number ?? 0;
}
