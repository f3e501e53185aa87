import { sql } from "kysely";
import { versionsOf } from "../invoices/details";
import { taxIn } from "../invoices/lines";
import type { CreditNoteRow } from "../invoices/tables";
import { lessBy } from "../refunds/taken";
import type { Db } from "../store/database";

const HOUR_MS = 3_600_000;
const MANY = 1_000;

/** Money that moved, or a receipt for nothing, as it was written down then. Amounts are major units; what a buyer got is negative. */
export interface BookLine {
  at: number;
  /** Whose clock that is; `noted`: it moved at some time before. */
  timeFrom: "provider" | "noted" | "estimated";
  kind: "payment" | "plan_change" | "renewal" | "free" | CreditNoteRow["kind"];
  /** Of a receipt; null: there is none. */
  receipt: number | null;
  creditNote: number | null;
  orderId: string;
  subscriptionId: string | null;
  /** The code of the provider; null: none was needed. */
  driver: string | null;
  /** The provider's id of what moved. */
  reference: string | null;
  /** The provider's id of the payment that it takes back. */
  corrects: string | null;
  reason: string | null;
  currency: string;
  gross: number;
  tax: number;
  taxName: string | null;
  /** In percent. */
  taxRate: number | null;
  /** Whose prices and tax were used. */
  country: string;
  /** Of the network that the order was opened from. */
  networkCountry: string | null;
  /** As the receipt's latest version has them. */
  company?: string | undefined;
  vatId?: string | undefined;
}

/** A time, without its end. In milliseconds since 1970. */
export interface Time {
  from: number;
  to: number;
}

/**
 * All that moved in a time, in order. From an hour at once it goes to a day, as long as little moved, so that neither many lines are held nor
 * many hours looked at for nothing.
 */
export async function* bookLines(db: Db, { from, to }: Time): AsyncGenerator<BookLine[]> {
  const first = await firstAt(db);
  if (first === undefined) return;
  let step = HOUR_MS;
  for (let start = Math.max(from, first); start < to; ) {
    const time = { from: start, to: Math.min(to, start + step) };
    const found = await Promise.all([payments, renewals, free, credits].map((some) => some(db, time)));
    const lines = found.flat().toSorted((one, other) => one.at - other.at || numberOf(one) - numberOf(other));
    if (lines.length > 0) yield await withBuyers(db, lines);
    step = lines.length > MANY ? HOUR_MS : Math.min(2 * step, 24 * HOUR_MS);
    start = time.to;
  }
}

async function withBuyers(db: Db, lines: BookLine[]): Promise<BookLine[]> {
  const receipts = new Set(lines.flatMap(({ receipt }) => receipt ?? []));
  const versions = await versionsOf(db, [...receipts]);
  return lines.map((line) => {
    const { company, vat_id: vatId } = versions.get(line.receipt ?? 0)?.at(-1)?.billed_to ?? {};
    return { ...line, company, vatId };
  });
}

const numberOf = ({ creditNote, receipt }: BookLine): number => creditNote ?? receipt ?? 0;

/** When anything moved first. */
async function firstAt(db: Db): Promise<number | undefined> {
  const firsts = await Promise.all([
    db
      .selectFrom("captures")
      .select("taken_at as at")
      .where("taken_at", "is not", null)
      .orderBy("taken_at")
      .limit(1)
      .execute(),
    db.selectFrom("subscription_charges").select("at").orderBy("at").limit(1).execute(),
    db
      .selectFrom("invoices")
      .select("issued_at as at")
      .where("amount", "=", sql.lit(0))
      .orderBy("issued_at")
      .limit(1)
      .execute(),
    db.selectFrom("credit_notes").select("issued_at as at").orderBy("issued_at").limit(1).execute(),
  ]);
  const times = firsts.flat().flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

async function payments(db: Db, { from, to }: Time): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("captures")
    .innerJoin("attempts", "attempts.id", "captures.attempt_id")
    .innerJoin("orders", "orders.id", "captures.order_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "captures.order_id")
    .leftJoin("invoices", "invoices.capture_id", "captures.id")
    .leftJoin("plan_changes", "plan_changes.attempt_id", "attempts.id")
    .select(["captures.id", "captures.order_id", "captures.amount", "captures.currency", "taken_at as at", "provider"])
    .select(["subscriptions.id as subscription_id", "plan_changes.attempt_id as changed", "number", "lines"])
    .select(["country_code", "network_country"])
    .where("taken_at", ">=", from)
    .where("taken_at", "<", to)
    .where("captures.amount", ">", 0)
    .execute();
  return rows.map(({ at, provider, changed, ...row }) => ({
    ...taken({ ...row, at: at ?? from, driver: provider }),
    kind: changed === null ? "payment" : "plan_change",
  }));
}

async function renewals(db: Db, { from, to }: Time): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("subscription_charges as charges")
    .innerJoin("subscriptions", "subscriptions.id", "charges.subscription_id")
    .innerJoin("orders", "orders.id", "subscriptions.order_id")
    .leftJoin("invoices", "invoices.capture_id", "charges.id")
    .select(["charges.id", "subscriptions.order_id", "charges.amount", "charges.currency", "at", "driver"])
    .select(["subscription_id", "number", "lines", "country_code", "network_country"])
    .where("at", ">=", from)
    .where("at", "<", to)
    .where("charges.amount", ">", 0)
    .execute();
  return rows.map((row) => ({ ...taken(row), kind: "renewal" }));
}

/** Receipts for what cost nothing: without them there would be gaps. */
async function free(db: Db, { from, to }: Time): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "invoices.order_id")
    .select(["invoices.order_id", "invoices.amount", "invoices.currency", "issued_at as at", "number", "lines"])
    .select(["subscriptions.id as subscription_id", "country_code", "network_country"])
    .where("issued_at", ">=", from)
    .where("issued_at", "<", to)
    .where("invoices.amount", "=", sql.lit(0))
    .execute();
  return rows.map((row) => ({ ...taken({ ...row, id: null, driver: null }), timeFrom: "noted", kind: "free" }));
}

interface Taken {
  id: string | null;
  order_id: string;
  subscription_id: string | null;
  amount: number;
  currency: string;
  at: number;
  driver: string | null;
  number: number | null;
  /** JSON; null: there is no receipt. */
  lines: string | null;
  country_code: string;
  network_country: string | null;
}

const taken = ({ at, number, currency, amount, ...row }: Taken): Omit<BookLine, "kind"> => ({
  ...{ at, timeFrom: "provider", receipt: number, creditNote: null, driver: row.driver },
  ...{ reference: row.id, corrects: null, reason: null, currency, gross: amount },
  ...{ tax: taxOf(row)?.amount ?? 0, ...about(row) },
});

async function credits(db: Db, { from, to }: Time): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("credit_notes as note")
    .innerJoin("orders", "orders.id", "note.order_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "note.order_id")
    .leftJoin("invoices", "invoices.number", "note.invoice_number")
    .leftJoin("refunds", "refunds.id", "note.source_id")
    .leftJoin("disputes", "disputes.id", "note.source_id")
    .select(["note.number", "note.kind", "note.driver", "note.order_id", "note.capture_id", "note.currency"])
    .select(["note.amount", "note.tax", "note.issued_at as at", "is_estimated", "invoice_number", "lines"])
    .select(["refund_id", "asked_by", "refunds.reason as refunded", "disputes.id as dispute_id"])
    .select(["disputes.reason as disputed", "subscriptions.id as subscription_id", "country_code", "network_country"])
    .where("note.issued_at", ">=", from)
    .where("note.issued_at", "<", to)
    .execute();
  return rows.map(({ at, number, kind, driver, currency, amount, tax, ...row }) => ({
    ...{ at, timeFrom: row.is_estimated === 1 ? "estimated" : "noted", kind, driver, currency },
    ...{ receipt: row.invoice_number, creditNote: number, reference: row.refund_id ?? row.dispute_id },
    ...{ corrects: row.capture_id, reason: row.asked_by === null ? (row.refunded ?? row.disputed) : "By the operator" },
    ...{ gross: lessBy(0, amount), tax: lessBy(0, tax), ...about(row) },
  }));
}

type Known = Pick<Taken, "order_id" | "subscription_id" | "lines" | "country_code" | "network_country">;

const taxOf = ({ lines }: Pick<Taken, "lines">) => (lines === null ? undefined : taxIn(lines));

function about(row: Known) {
  const tax = taxOf(row);
  return {
    ...{ orderId: row.order_id, subscriptionId: row.subscription_id, country: row.country_code },
    ...{ networkCountry: row.network_country, taxName: tax?.name ?? null, taxRate: tax?.rate ?? null },
  };
}
