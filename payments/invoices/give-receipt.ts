import { accountFor } from "../accounts";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { ChargeRow } from "../store/subscription-tables";
import { issueInvoice, issueRenewalInvoice } from "./issue";
import { mailReceipt } from "./mail-receipt";

/** What a granted order adds: an account for the buyer's address, an invoice, and a mail with the invoice. */
export async function giveReceipt(tx: Tx, stored: StoredOrder, now: number): Promise<void> {
  const { email, attribution } = stored.row;
  await accountFor(tx, { email, now, attribution });
  await mailToBuyer(tx, stored, await issueInvoice(tx, stored, now), now);
}

/** What the renewal of an order's subscription adds: an invoice, and a mail with it. */
export async function giveRenewalReceipt(tx: Tx, stored: StoredOrder, charge: ChargeRow): Promise<void> {
  await mailToBuyer(tx, stored, await issueRenewalInvoice(tx, stored, charge), charge.at);
}

async function mailToBuyer(tx: Tx, stored: StoredOrder, number: number | undefined, now: number): Promise<void> {
  // The address to return to is one of the site's.
  const site = paidAttempt(stored)?.return_url;
  if (number !== undefined && site !== undefined)
    await mailReceipt(tx, number, { recipient: stored.row.email, site }, now);
}
