import { type Caller, callForAnybody } from "~/upstream/client/client.server";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import { endLinks, type InvoiceOwner, invoiceDetails, invoiceList, invoiceSend } from "./contract/invoices";

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

/** Makes a further version of an invoice; the same call again is the same version. @throws UpstreamError */
export async function detailInvoice(body: BodyOf<typeof invoiceDetails>, caller: Caller): Promise<void> {
  await callForAnybody(invoiceDetails, { body }, { ...caller, signal: undefined });
}

/**
 * Ends every older link and key of the owner's account. The call goes on when nobody waits for it any more.
 * @returns the account's new key. @throws UpstreamError; one of kind timeout or malformed leaves open whether they ended
 */
export async function endOlderLinks(owner: InvoiceOwner, caller: Caller): Promise<InvoiceOwner> {
  return (await callForAnybody(endLinks, { body: owner }, { ...caller, signal: undefined })).receipts;
}
