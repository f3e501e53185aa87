import { seal, unseal } from "~/sealing.server";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";

/**
 * Seals a paid order's receipts sign into the `k` of a link, which opens the buyer's receipts for life, in any browser,
 * without an account. Undefined where the order has no valid receipts sign.
 */
export async function receiptKey(given: PurchaseResult["receipts"]): Promise<string | undefined> {
  const owner = invoiceOwner.safeParse(given);
  return owner.success ? seal("receipts", owner.data) : undefined;
}

/** The owner whose receipts a key opens; undefined where the key is not the site's or was changed. */
export const readReceiptKey = (key: string): Promise<InvoiceOwner | undefined> => unseal("receipts", invoiceOwner, key);
