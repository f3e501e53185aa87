import { type EmailMistake, readEmail } from "~/forms/email-field.server";
import { problem } from "~/problem.server";
import { identifier } from "~/upstream/contract/scalars";
import { sendInvoice } from "~/upstream/invoices.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { countSending } from "~/visitor/bot-check/rate-limit.server";
import { isOver } from "./load-receipts.server";
import type { ReceiptOwner } from "./receipt-asker.server";

/** Why a receipt was not sent: a key of the receipts' errors, or of the checkout's. */
export type SendMistake = "tooOften" | "later" | "unsure" | "notSent" | "gone" | EmailMistake;

/** `retryAfter`: seconds. */
interface Refusal {
  status: number;
  mistake: SendMistake;
  retryAfter?: number;
}

export type SendOutcome =
  | { kind: "sent"; email: string }
  | ({ kind: "refused"; invoiceId: string } & Refusal)
  /** The payments API no longer accepts who asks. */
  | { kind: "ended" };

/** Sends one of the owner's receipts to an e-mail address. Throws 400 for a form that is none of ours. */
export async function sendReceipt(
  fields: Record<string, string>,
  { owner, caller }: ReceiptOwner,
): Promise<SendOutcome> {
  const invoice = identifier.safeParse(fields.invoice_id);
  if (!invoice.success) throw problem(400);
  const refused = (refusal: Refusal): SendOutcome => ({ kind: "refused", invoiceId: invoice.data, ...refusal });
  const read = readEmail(fields.email);
  if ("mistake" in read) return refused({ status: 422, mistake: read.mistake });
  const { email } = read;
  const sender = { address: caller.visitorIp, session: String(owner.user_id), email };
  const retryAfter = await countSending("sendInvoice", sender);
  if (retryAfter !== undefined) return refused({ status: 429, mistake: "tooOften", retryAfter });
  try {
    const { sent } = await sendInvoice({ owner, invoice_id: invoice.data, email }, caller);
    return sent ? { kind: "sent", email } : refused({ status: 503, mistake: "notSent" });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return isOver(error) ? { kind: "ended" } : refused(whyNotSent(error));
  }
}

/** A letter that may be on its way is never called unsent. */
function whyNotSent({ kind, status = 500, apiError, retryAfter }: UpstreamError): Refusal {
  if (kind === "circuit_open") return { status: 503, mistake: "notSent", retryAfter };
  if (kind !== "refused") return { status: 504, mistake: "unsure" };
  if (status === 429) return { status, mistake: retryAfter === undefined ? "later" : "tooOften", retryAfter };
  if (status === 404) return { status, mistake: "gone" };
  if (status >= 500) return { status: 503, mistake: "notSent", retryAfter };
  return { status: 422, mistake: apiError?.error.code === "email_invalid" ? "emailInvalid" : "notSent" };
}
