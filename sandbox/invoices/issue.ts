import { planById } from "../catalog";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { invoiceLines } from "./lines";

/** Writes the invoice of an order that is being granted. @returns its number */
export async function issueInvoice(tx: Tx, stored: StoredOrder, now: number): Promise<number | undefined> {
  const plan = planById(stored.row.plan_id);
  const paid = paidAttempt(stored);
  if (!plan || !paid) return undefined;
  const { amount, currency, coupon_id, trial_days: trialDays } = paid;
  const country = stored.row.country_code;
  const lines = JSON.stringify(invoiceLines({ plan, country, amount, trialDays, hasCoupon: coupon_id !== null }));
  const number = (await lastNumber(tx)) + 1;
  await tx
    .insertInto("invoices")
    .values({ number, order_id: stored.row.id, issued_at: now, amount, currency, lines })
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
