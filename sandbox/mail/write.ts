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

const SIGN_IN_SUBJECT = "Your sign-in link";

/** Signs in to the account of an address, which its owner has asked for, or somebody who typed it. */
export const signInLetter = (recipient: string, link: string): Letter => ({
  recipient,
  subject: SIGN_IN_SUBJECT,
  body: `Open this link to sign in. It works for a day.\n\n${link}\n\nIf you did not ask for it, you need not do anything.\n`,
});

const HOUR_MS = 3_600_000;
const MOST_LINKS_AN_HOUR = 3;

/** Nobody's mailbox is filled by strangers who type its address. */
export async function isLinkDue(tx: Tx, recipient: string, now: number): Promise<boolean> {
  const { sent } = await tx
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("recipient", "=", recipient)
    .where("subject", "=", SIGN_IN_SUBJECT)
    .where("written_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return sent < MOST_LINKS_AN_HOUR;
}

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
