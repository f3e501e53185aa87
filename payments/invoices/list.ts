import { isProviderCode } from "~/upstream/contract/catalogue";
import { addDays, dayIn, endOfDay } from "~/upstream/contract/deadlines";
import { soldIn } from "../catalogue/sold";
import type { Scope } from "../links/scope";
import { buyerPlace } from "../orders/buyer-place";
import { renewalIn } from "../orders/renewal";
import type { Db, Tx } from "../store/database";
import { creditNoteIdOf, creditNotesOf } from "./credit-notes";
import { versionsOf } from "./details";
import { describeRenewal, describeSold, type IssuedInvoice, invoiceIdOf } from "./invoice";
import { readLines } from "./lines";

const MOST_INVOICES = 500;

type Versions = NonNullable<ReturnType<Awaited<ReturnType<typeof versionsOf>>["get"]>>;

/** The invoices that a sign opens, newest first. */
export async function invoicesIn(db: Db | Tx, scope: Scope, detailsDays: number): Promise<IssuedInvoice[]> {
  const rows = await selectInvoices(db)
    .where((eb) =>
      scope.kind === "order"
        ? eb("orders.id", "=", scope.orderId)
        : eb.or([eb("orders.email", "=", scope.email), eb("orders.user_id", "=", scope.userId)]),
    )
    .orderBy("invoices.number", "desc")
    .limit(MOST_INVOICES)
    .execute();
  const numbers = rows.map(({ number }) => number);
  const versions = await versionsOf(db, numbers);
  const notes = await creditNotesOf(db, numbers);
  return rows.map((row) => ({
    ...invoiceOf(row),
    ...detailsOf(row, versions.get(row.number) ?? [], detailsDays),
    credit_notes: notes.get(row.number)?.map((note) => ({
      credit_note_id: creditNoteIdOf(note.number),
      issued_at: new Date(note.issued_at).toISOString(),
      issued_day: dayIn(buyerPlace(row).zone, note.issued_at),
      amount: note.amount,
    })),
  }));
}

/** How it is made out, how it was, and until when its buyer can have that changed. */
function detailsOf(
  row: Pick<InvoiceRow, "issued_at" | "country_code" | "time_zone">,
  versions: Versions,
  detailsDays: number,
): Pick<IssuedInvoice, "billed_to" | "version" | "earlier_versions" | "details_until" | "details_day"> {
  const place = buyerPlace(row);
  const day = addDays(dayIn(place.zone, row.issued_at), detailsDays);
  const until = { details_until: new Date(endOfDay(day, place)).toISOString(), details_day: day };
  const latest = versions.at(-1);
  return latest === undefined
    ? until
    : { ...until, ...latest, earlier_versions: [{ version: 1 }, ...versions.slice(0, -1)] };
}

export async function invoiceByNumber(db: Db | Tx, number: number): Promise<IssuedInvoice | undefined> {
  const row = await selectInvoices(db).where("invoices.number", "=", number).executeTakeFirst();
  return row && invoiceOf(row);
}

const selectInvoices = (db: Db | Tx) =>
  db
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .innerJoin("grants", "grants.order_id", "invoices.order_id")
    .innerJoin("attempts as paid", "paid.id", "grants.attempt_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "invoices.order_id")
    .leftJoin("subscription_charges as charges", "charges.id", "invoices.charge_id")
    .select(["number", "invoices.order_id", "charge_id", "issued_at", "lines", "seller"])
    .select(["invoices.amount", "invoices.currency", "charges.state as charge_state"])
    .select(["orders.state", "orders.plan_id", "orders.email", "terms_version", "country_code", "time_zone"])
    .select(({ fn }) => fn.coalesce("subscriptions.ends_at", "grants.ends_at").as("ends_at"))
    .select(["paid.provider", "paid.statement", "paid.trial_days", "paid.renewal_amount", "paid.sold"])
    .select("subscriptions.state as subscription_state");

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectInvoices>["execute"]>>[number];

function invoiceOf(row: InvoiceRow): IssuedInvoice {
  const { order_id, amount, currency, plan_id, provider } = row;
  const isRefunded = (row.charge_state ?? row.state) === "refunded";
  // What was bought in an app is renewed by its store.
  const isOfStore = provider !== null && !isProviderCode(provider);
  const isOnce = row.ends_at !== null && row.renewal_amount === null && !isOfStore;
  return {
    invoice_id: invoiceIdOf(row.number),
    order_id,
    issued_at: new Date(row.issued_at).toISOString(),
    issued_day: dayIn(buyerPlace(row).zone, row.issued_at),
    description: row.charge_id === null ? describeSold(soldIn(row), row.trial_days) : describeRenewal(soldIn(row)),
    amount,
    currency,
    status: isRefunded ? "refunded" : "paid",
    plan_id,
    lines: readLines(row.lines),
    renewal: isRefunded ? undefined : renewalIn(row),
    renews: isOnce && !isRefunded ? false : undefined,
    terms_version: row.terms_version ?? undefined,
    country_code: row.country_code,
    statement: row.statement ?? undefined,
    seller: row.seller,
    buyer_email: row.email,
  };
}
