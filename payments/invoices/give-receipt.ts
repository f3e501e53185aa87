import { accountFor } from "../accounts";
import type { Sale } from "../catalogue/sale";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { ChargeRow } from "../subscriptions/tables";
import { issueInvoice, issueRenewalInvoice } from "./issue";
import { mailReceipt } from "./mail-receipt";

/** What a granted order adds: an account for the buyer's address, an invoice, and a mail with the invoice. */
export async function giveReceipt(sale: Sale, stored: StoredOrder): Promise<void> {
  const { email, attribution } = stored.row;
  await accountFor(sale.tx, { email, now: sale.now, attribution });
  await mailToBuyer(sale, stored, await issueInvoice(sale, stored));
}

/** What the renewal of an order's subscription adds: an invoice, and a mail with it. */
export async function giveRenewalReceipt(sale: Sale, stored: StoredOrder, charge: ChargeRow): Promise<void> {
  await mailToBuyer(sale, stored, await issueRenewalInvoice(sale, stored, charge));
}

async function mailToBuyer(sale: Sale, stored: StoredOrder, number: number | undefined): Promise<void> {
  // The address to return to is one of the site's.
  const site = paidAttempt(stored)?.return_url;
  if (number !== undefined && site !== undefined)
    await mailReceipt(sale, number, { recipient: stored.row.email, site });
}
