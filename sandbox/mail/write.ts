import { type IssuedInvoice, invoiceText } from "../invoices/invoice";
import type { Tx } from "../store/database";

const KEPT = 500;

interface Letter {
  recipient: string;
  subject: string;
  body: string;
}

/** A receipt of what was bought; the sandbox knows no language but English. */
export const receiptLetter = (invoice: IssuedInvoice, recipient: string): Letter => ({
  recipient,
  subject: `Your receipt ${invoice.invoice_id}`,
  body: `Thank you for your purchase.\n\n${invoiceText(invoice)}\n`,
});

/**
 * Puts a mail into the mailbox, which is the outbox, too: it is there exactly when the caller's transaction is. The
 * newest 500 are kept, beside those still on their way.
 */
export async function writeMail(tx: Tx, letter: Letter, now: number): Promise<void> {
  await tx
    .insertInto("mails")
    .values({ ...letter, written_at: now, state: "queued", next_try_at: now })
    .execute();
  await tx
    .deleteFrom("mails")
    .where("state", "!=", "queued")
    .where("id", "<=", (eb) =>
      eb.selectFrom("mails").select((newest) => newest(newest.fn.max("id"), "-", KEPT).as("id")),
    )
    .execute();
}
