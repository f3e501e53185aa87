import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { recordError, recordEvent } from "~/analytics/record-event.server";
import { problem, retryHeaders } from "~/errors/errors.server";
import { addressNotice } from "~/forms/address-notice.server";
import { type EmailMistake, isEmailMistake, readEmail } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import type { SentForm } from "~/mailed-links/mailed-link.server";
import { isOver } from "~/owners/ask-owners.server";
import { type Owners, ownerName, whoAsks } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { countSending } from "~/security/limits/rate-limit.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { identifier } from "~/upstream/contract/values/scalars";
import { sendInvoice } from "~/upstream/invoices.server";

/** Why a receipt was not sent: a key of the receipts' errors, or of the checkout's. */
type SendMistake = "tooOften" | "later" | "unsure" | "notSent" | "gone" | EmailMistake;

/** `retryAfter`: seconds. */
interface SendRefusal {
  status: number;
  mistake: SendMistake;
  retryAfter?: number;
}

type ReceiptOutcome =
  | { kind: "sent"; owner: InvoiceOwner; email: string }
  | ({ kind: "refused"; invoiceId: string } & SendRefusal)
  /** The payments API no longer accepts the owner's sign. */
  | { kind: "ended" };

/** Sends one of the owner's receipts. Null: the page that follows says why there are none, and what to do. */
export async function answerSend({ fields, lang, request, visitor }: Omit<SentForm, "page">) {
  const asker = await whoAsks(request, visitor);
  if (asker.kind !== "owners") return json(null, 403);
  const outcome = await sendReceipt(fields, asker);
  switch (outcome.kind) {
    case "sent": {
      recordEvent(request, "receipt_send", {});
      const sent = await sentNotice(outcome.owner, outcome.email);
      return redirect(paths.receipts(lang, { key: asker.key, sent }), 303);
    }
    case "ended":
      return json(null, 403);
    case "refused": {
      const { status, retryAfter, mistake } = outcome;
      recordError(request, mistake);
      return json(refusedForm(lang, outcome, fields.email), { status, headers: retryHeaders(retryAfter) });
    }
  }
}

/** @throws a 400 for a form that is not the site's */
async function sendReceipt(fields: SentForm["fields"], { owners, caller }: Owners): Promise<ReceiptOutcome> {
  const invoice = identifier.safeParse(fields.invoice_id);
  if (!invoice.success) throw problem(400);
  const refused = (refusal: SendRefusal): ReceiptOutcome => ({ kind: "refused", invoiceId: invoice.data, ...refusal });
  const read = readEmail(fields.email);
  if ("mistake" in read) return refused({ status: 422, mistake: read.mistake });
  const { email } = read;
  // Where there are several owners, the form names its own.
  const owner = owners.find((one) => ownerName(one) === fields.owner) ?? owners[0];
  const sender = { address: caller.visitorIp, session: ownerName(owner), email };
  const retryAfter = await countSending("sendInvoice", sender);
  if (retryAfter !== undefined) return refused({ status: 429, mistake: "tooOften", retryAfter });
  try {
    const { sent } = await sendInvoice({ owner, invoice_id: invoice.data, email }, caller);
    return sent ? { kind: "sent", owner, email } : refused({ status: 503, mistake: "notSent" });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return isOver(error) ? { kind: "ended" } : refused(whyNotSent(error));
  }
}

/** A receipt that may have been sent is never reported as not sent. */
function whyNotSent({ kind, status = 500, apiError, retryAfter }: UpstreamError): SendRefusal {
  if (kind === "circuit_open") return { status: 503, mistake: "notSent", retryAfter };
  if (kind !== "refused") return { status: 504, mistake: "unsure" };
  if (status === 429) return { status, mistake: retryAfter === undefined ? "later" : "tooOften", retryAfter };
  if (status === 404) return { status, mistake: "gone" };
  if (status >= 500) return { status: 503, mistake: "notSent", retryAfter };
  return { status: 422, mistake: apiError?.error.code === "email_invalid" ? "emailInvalid" : "notSent" };
}

/** That a receipt of one owner's (see ownerName) was just sent to an address. */
const receiptSent = addressNotice(z.object({ owner: z.string(), email: z.string() }), {
  purpose: "notice",
  param: "sent",
  shownMs: 10 * 60_000,
});

export const sentNotice = (owner: InvoiceOwner, email: string): Promise<string> =>
  receiptSent.seal({ owner: ownerName(owner), email });

/** The e-mail address that a receipt of one of these owners' was just sent to. */
export async function receiptSentTo(owners: readonly InvoiceOwner[], request: Request): Promise<string | undefined> {
  const sent = await receiptSent.read(request);
  return owners.some((owner) => ownerName(owner) === sent?.owner) ? sent?.email : undefined;
}

/** A form to show again: its receipt, the entered address and the mistakes. */
export interface RefusedForm {
  kind: "send";
  invoiceId: string;
  email: string;
  /** Of the errors. */
  heading: string;
  errors: FieldError[];
}

function refusedForm(
  lang: LocaleCode,
  { invoiceId, mistake, retryAfter }: Extract<ReceiptOutcome, { kind: "refused" }>,
  email = "",
): RefusedForm {
  const words = { when: retryAfter === undefined ? "" : waitText(lang, retryAfter) };
  const message = messageOf(lang, mistake, words);
  const heading = translate(lang)(`form-answers:headings.${headingOf(mistake)}`);
  return { kind: "send", invoiceId, email, heading, errors: [{ field: fieldOf(mistake, invoiceId), message }] };
}

function headingOf(mistake: SendMistake): "entries" | "tooOften" | "problem" {
  if (isEmailMistake(mistake)) return "entries";
  return mistake === "tooOften" || mistake === "later" ? "tooOften" : "problem";
}

/** The id of the element that an error is about. A receipt that no longer exists has no form. */
const fieldOf = (mistake: SendMistake, invoiceId: string) => (mistake === "gone" ? "receipts" : `email-${invoiceId}`);

function messageOf(lang: LocaleCode, mistake: SendMistake, words: { when: string }): string {
  const t = translate(lang);
  return isEmailMistake(mistake) ? t(`form-answers:mistakes.${mistake}`) : t(`receipts:errors.${mistake}`, words);
}
