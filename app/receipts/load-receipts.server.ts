import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { type InvoiceList, listInvoices } from "~/upstream/invoices.server";
import { tokenRefusal } from "~/upstream/token-refusal.server";
import { UpstreamError } from "~/upstream/upstream-error";
import type { ReceiptAsker } from "./receipt-asker.server";

/** What can be shown to somebody who asks for receipts. */
export type Receipts =
  | { kind: "list"; list: InvoiceList; owner: InvoiceOwner; key: string | undefined }
  | { kind: "nobody" }
  | { kind: "brokenKey" }
  /** The payments API no longer accepts the app's link. */
  | { kind: "ended" }
  /** `retryAfter`: seconds. */
  | { kind: "unavailable"; retryAfter: number };

const RETRY_SECONDS = 5;

/** The asker's invoices, or why there are none to show. Never throws UpstreamError. */
export async function loadReceipts(asker: ReceiptAsker): Promise<Receipts> {
  if (asker.kind !== "owner") return asker;
  const { owner, key, caller } = asker;
  try {
    return { kind: "list", list: await listInvoices(owner, caller), owner, key };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!isOver(error)) return { kind: "unavailable", retryAfter: error.retryAfter ?? RETRY_SECONDS };
    return { kind: key === undefined ? "ended" : "brokenKey" };
  }
}

/** Whether the API says that a sign is too old, or not good at all. */
export const isOver = (error: UpstreamError): boolean =>
  tokenRefusal(error) !== undefined || error.status === 401 || error.status === 403;
