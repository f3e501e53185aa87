import { accountFor } from "../accounts";
import { receiptLetter, writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import type { StoredOrder } from "../store/orders";
import { issueInvoice } from "./issue";
import { invoiceByNumber } from "./list";

/** What a granted order adds: an account for the buyer's address, an invoice, and a mail with the invoice. */
export async function giveReceipt(tx: Tx, stored: StoredOrder, now: number): Promise<void> {
  const { id: orderId, email, attribution } = stored.row;
  await accountFor(tx, { email, now, attribution, orderId });
  const number = await issueInvoice(tx, stored, now);
  const invoice = number === undefined ? undefined : await invoiceByNumber(tx, number);
  if (invoice) await writeMail(tx, receiptLetter(invoice, email), now);
}
