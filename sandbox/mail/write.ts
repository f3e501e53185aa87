import { type IssuedInvoice, invoiceText } from "../invoices/invoice";
import type { Tx } from "../store/database";

const KEPT = 500;

export interface Letter {
  recipient: string;
  subject: string;
  body: string;
}

/** A receipt for an order, in English only. */
export const receiptLetter = (invoice: IssuedInvoice, recipient: string): Letter => ({
  recipient,
  subject: `Your receipt ${invoice.invoice_id}`,
  body: `Thank you for your purchase.\n\n${invoiceText(invoice)}\n`,
});

const SIGN_IN_SUBJECT = "Your sign-in link";

/** A sign-in link for the account of an address, requested by its owner or by anybody who typed it. */
export const signInLetter = (recipient: string, link: string): Letter => ({
  recipient,
  subject: SIGN_IN_SUBJECT,
  body: `Open this link to sign in. It works for a day.\n\n${link}\n\nIf you did not ask for it, you need not do anything.\n`,
});

const HOUR_MS = 3_600_000;
const MOST_LINKS_AN_HOUR = 3;

/** Limits the mails that strangers can send to an address by typing it. */
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
 * Puts a mail into the mailbox, which is also the outbox, in the caller's transaction. The newest 500 mails are kept,
 * besides those not yet sent.
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
