import { sumOf } from "../machine/money";
import type { Db, Tx } from "../store/database";
import type { CreditNoteRow } from "./tables";
import { taxGivenBack } from "./tax-given-back";

/** A credit note's id, such as CN-000042. */
export const creditNoteIdOf = (number: number): string => `CN-${String(number).padStart(6, "0")}`;

type GivenBack = Omit<CreditNoteRow, "number" | "invoice_number" | "tax" | "is_estimated">;

/**
 * Writes down that money went back, under the next number. A line is never changed: what turns out otherwise later gets one of its own.
 * Transactions run one after the other, so no number is left out or given twice.
 */
export async function issueCreditNote(tx: Tx, given: GivenBack): Promise<void> {
  const invoice = await tx
    .selectFrom("invoices")
    .select(["number", "amount", "currency", "lines"])
    .where("capture_id", "=", given.capture_id)
    .executeTakeFirst();
  const earlier = await tx
    .selectFrom("credit_notes")
    .select("amount")
    .where("capture_id", "=", given.capture_id)
    .execute();
  const tax = taxGivenBack(invoice, sumOf(earlier.map(({ amount }) => amount)), given.amount);
  const number = (await lastNumber(tx)) + 1;
  await tx
    .insertInto("credit_notes")
    .values({ ...given, number, invoice_number: invoice?.number ?? null, tax })
    .execute();
}

/** What buyers got back of invoices, by the invoice's number, the oldest first. What a bank took and gave is between it and the seller. */
export async function creditNotesOf(
  db: Db | Tx,
  invoiceNumbers: readonly number[],
): Promise<ReadonlyMap<number | null, Pick<CreditNoteRow, "number" | "issued_at" | "amount">[]>> {
  if (invoiceNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("credit_notes")
    .select(["invoice_number", "number", "issued_at", "amount"])
    .where("invoice_number", "in", invoiceNumbers)
    .where("kind", "in", ["refund", "refund_elsewhere"])
    .orderBy("number")
    .execute();
  const notes = new Map<number | null, (typeof rows)[number][]>();
  for (const row of rows) notes.set(row.invoice_number, [...(notes.get(row.invoice_number) ?? []), row]);
  return notes;
}

/** What is written down of a dispute so far. */
export async function creditedOf(tx: Tx, disputeId: string): Promise<number> {
  const rows = tx.selectFrom("credit_notes").select("amount").where("source_id", "=", disputeId);
  return sumOf((await rows.where("kind", "!=", "refund").execute()).map(({ amount }) => amount));
}

async function lastNumber(tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom("credit_notes")
    .select((eb) => eb.fn.max("number").as("number"))
    .executeTakeFirst();
  return last?.number ?? 0;
}
