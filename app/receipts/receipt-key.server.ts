import { seal, unseal } from "~/sealing.server";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";

/**
 * Seals what a paid order came with into a link's `k`: it opens the buyer's receipts for life, in any browser, without an
 * account. Undefined where there is nothing to seal, or nothing of the right shape.
 */
export async function receiptKey(given: PurchaseResult["receipts"]): Promise<string | undefined> {
  const owner = invoiceOwner.safeParse(given);
  return owner.success ? seal("receipts", owner.data) : undefined;
}

/** Whose receipts a key opens; undefined where it is foreign or was changed. */
export const readReceiptKey = (key: string): Promise<InvoiceOwner | undefined> => unseal("receipts", invoiceOwner, key);
