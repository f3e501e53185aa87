import { accountFor } from "../accounts";
import { receiptLetter, writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import type { StoredOrder } from "../store/orders";
import type { ChargeRow } from "../store/subscription-tables";
import { issueInvoice, issueRenewalInvoice } from "./issue";
import { invoiceByNumber } from "./list";

/** What a granted order adds: an account for the buyer's address, an invoice, and a mail with the invoice. */
export async function giveReceipt(tx: Tx, stored: StoredOrder, now: number): Promise<void> {
  const { id: orderId, email, attribution } = stored.row;
  await accountFor(tx, { email, now, attribution, orderId });
  await mailReceipt(tx, await issueInvoice(tx, stored, now), email, now);
}

/** What the renewal of an order's subscription adds: an invoice, and a mail with it. */
export async function giveRenewalReceipt(tx: Tx, stored: StoredOrder, charge: ChargeRow): Promise<void> {
  await mailReceipt(tx, await issueRenewalInvoice(tx, stored, charge), stored.row.email, charge.at);
}

async function mailReceipt(tx: Tx, number: number | undefined, email: string, now: number): Promise<void> {
  const invoice = number === undefined ? undefined : await invoiceByNumber(tx, number);
  if (invoice) await writeMail(tx, receiptLetter(invoice, email), now);
}
