import { callForAnybody } from "~/upstream/client/call-for-anybody.server";
import type { Caller } from "~/upstream/client/client.server";
import type { AnswerOf } from "./contract/endpoint";
import { type InvoiceOwner, invoiceList, invoiceSend } from "./contract/invoices";

export type InvoiceList = AnswerOf<typeof invoiceList>;
type SentInvoice = AnswerOf<typeof invoiceSend>;

/** The owner's invoices, newest first; never cached. @throws UpstreamError */
export async function listInvoices(owner: InvoiceOwner, caller: Caller): Promise<InvoiceList> {
  return callForAnybody(invoiceList, { body: owner }, caller);
}

/**
 * Sends an invoice by e-mail; the call is never retried.
 * @throws UpstreamError; one of kind timeout or malformed leaves open whether it was sent.
 */
export async function sendInvoice(
  { owner, ...letter }: { owner: InvoiceOwner; invoice_id: string; email: string },
  caller: Caller,
): Promise<SentInvoice> {
  return callForAnybody(invoiceSend, { body: { ...owner, ...letter } }, caller);
}
