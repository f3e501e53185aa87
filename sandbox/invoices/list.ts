import { z } from "zod";
import { INVOICE_LINES } from "~/upstream/contract/invoices";
import { accountOf } from "../accounts";
import type { Db, Tx } from "../store/database";
import { describePlan, describeRenewal, type IssuedInvoice, invoiceIdOf, SELLER } from "./invoice";

const NEWEST = 500;

const storedLines = z.array(z.object({ kind: z.enum(INVOICE_LINES), amount: z.number() }));

/** A user's invoices, newest first: what was bought under their id, or under their account's e-mail address. */
export async function invoicesOf(db: Db | Tx, userId: number): Promise<IssuedInvoice[]> {
  const { email } = await accountOf(db, userId);
  const rows = await selectInvoices(db)
    .where((eb) => eb.or([eb("orders.email", "=", email), eb("orders.user_id", "=", userId)]))
    .orderBy("invoices.number", "desc")
    .limit(NEWEST)
    .execute();
  return rows.map(invoiceOf);
}

export async function invoiceByNumber(db: Db | Tx, number: number): Promise<IssuedInvoice | undefined> {
  const row = await selectInvoices(db).where("invoices.number", "=", number).executeTakeFirst();
  return row && invoiceOf(row);
}

const selectInvoices = (db: Db | Tx) =>
  db
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .leftJoin("subscription_charges as charges", "charges.id", "invoices.charge_id")
    .select(["number", "order_id", "charge_id", "issued_at", "lines", "plan_id", "email"])
    .select(["invoices.amount", "invoices.currency", "orders.state", "charges.state as charge_state"]);

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectInvoices>["execute"]>>[number];

function invoiceOf(row: InvoiceRow): IssuedInvoice {
  const { order_id, amount, currency, plan_id } = row;
  return {
    invoice_id: invoiceIdOf(row.number),
    order_id,
    issued_at: new Date(row.issued_at).toISOString(),
    description: row.charge_id === null ? describePlan(plan_id) : describeRenewal(plan_id),
    amount,
    currency,
    status: (row.charge_state ?? row.state) === "refunded" ? "refunded" : "paid",
    plan_id,
    lines: storedLines.parse(JSON.parse(row.lines)),
    seller: SELLER,
    buyer_email: row.email,
  };
}
