import { invoiceIdOf } from "../../invoices/invoice";
import type { Db, Tx } from "../../store/database";
import { timeOf } from "../../time";

/** Every letter about an order as it was written, and whether a mail server took it: null where that was not stored yet. */
export async function lettersOf(db: Db | Tx, orderId: string) {
  const letters = await db
    .selectFrom("order_letters")
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("mails")
        .select("problem")
        .whereRef("letter_id", "=", "order_letters.id")
        .where("mails.state", "=", "failed")
        .orderBy("mails.id", "desc")
        .limit(1)
        .as("problem"),
    )
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return letters.map(({ kind, language, recipient, subject, body, body_hash, written_at, taken_at, problem }) => ({
    written_at: timeOf(written_at),
    taken_by_mail_server_at: taken_at === null ? null : timeOf(taken_at),
    not_taken_because: taken_at === null ? problem : null,
    kind,
    language,
    to: recipient,
    subject,
    sha256_of_the_text: body_hash,
    text: withoutKeys(body),
  }));
}

const LONGEST_WORD = 32;

/** Links in letters open contracts and apps: of an address its parameters and what could be a key are left out. */
export const withoutKeys = (text: string): string =>
  text.replace(/https?:\/\/\S+/g, (address) => {
    if (!URL.canParse(address)) return "…";
    const { origin, pathname } = new URL(address);
    const path = pathname.split("/").map((part) => (part.length < LONGEST_WORD ? part : "…"));
    return `${origin}${path.join("/")}`;
  });

/** Receipts with when they were sent to somebody once more. */
export async function receiptsOf(db: Db | Tx, orderId: string) {
  const rows = await db.selectFrom("invoices").selectAll().where("order_id", "=", orderId).orderBy("number").execute();
  const sends = await db
    .selectFrom("invoice_sends")
    .innerJoin("invoices", "invoices.number", "invoice_number")
    .select(["invoice_number", "at"])
    .where("order_id", "=", orderId)
    .orderBy("invoice_sends.id")
    .execute();
  return rows.map(({ number, charge_id, issued_at, amount, currency, seller }) => ({
    number: invoiceIdOf(number),
    issued_at: timeOf(issued_at),
    amount,
    currency,
    for_renewal: charge_id,
    seller,
    sent_again_at: sends.filter(({ invoice_number }) => invoice_number === number).map(({ at }) => timeOf(at)),
  }));
}
