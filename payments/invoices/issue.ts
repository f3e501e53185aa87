import type { Sale } from "../catalogue/sale";
import { soldIn } from "../catalogue/sold";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { ChargeRow } from "../subscriptions/tables";
import { invoiceLines } from "./lines";
import type { InvoiceRow } from "./tables";

/** Writes the invoice of an order that is being granted. @returns its number */
export async function issueInvoice({ tx, catalogue, now }: Sale, stored: StoredOrder): Promise<number | undefined> {
  const paid = paidAttempt(stored);
  if (!paid) return undefined;
  const { amount, currency, coupon_id, trial_days: trialDays } = paid;
  const sold = soldIn(paid);
  const lines = invoiceLines({ sold, amount, currency, trialDays, hasCoupon: coupon_id !== null });
  const capture_id = stored.order.captures.find(({ state }) => state === "kept")?.id ?? null;
  const invoice = { order_id: stored.row.id, charge_id: null, capture_id, issued_at: now, amount, currency };
  return insertInvoice(tx, { ...invoice, seller: sold.seller ?? catalogue.seller, lines: JSON.stringify(lines) });
}

/** Writes the invoice of a renewal. @returns its number */
export async function issueRenewalInvoice(
  { tx, catalogue }: Sale,
  stored: StoredOrder,
  { id: charge_id, amount, currency, at: issued_at }: ChargeRow,
): Promise<number | undefined> {
  const paid = paidAttempt(stored);
  if (!paid) return undefined;
  const sold = { ...soldIn(paid), deduction: 0 };
  const lines = invoiceLines({ sold, amount, currency, trialDays: null, hasCoupon: false });
  const invoice = { order_id: stored.row.id, charge_id, capture_id: charge_id, issued_at, amount, currency };
  return insertInvoice(tx, { ...invoice, seller: sold.seller ?? catalogue.seller, lines: JSON.stringify(lines) });
}

async function insertInvoice(tx: Tx, invoice: Omit<InvoiceRow, "number">): Promise<number> {
  const number = (await lastNumber(tx)) + 1;
  await tx
    .insertInto("invoices")
    .values({ number, ...invoice })
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
