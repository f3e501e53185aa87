import { z } from "zod";
import { type EmailMistake, isEmailMistake, readEmail } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import { problem } from "~/problem.server";
import { seal, unseal } from "~/sealing.server";
import { countSending } from "~/security/limits/rate-limit.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { identifier } from "~/upstream/contract/values/scalars";
import { sendInvoice } from "~/upstream/invoices.server";
import { isOver, namedOwner, ownerName, type ReceiptOwner } from "./receipt-owner.server";

/** Why a receipt was not sent: a key of the receipts' errors, or of the checkout's. */
type SendMistake = "tooOften" | "later" | "unsure" | "notSent" | "gone" | EmailMistake;

/** `retryAfter`: seconds. */
interface SendRefusal {
  status: number;
  mistake: SendMistake;
  retryAfter?: number;
}

type SendOutcome =
  | { kind: "sent"; owner: InvoiceOwner; email: string }
  | ({ kind: "refused"; invoiceId: string } & SendRefusal)
  /** The payments API no longer accepts the owner's sign. */
  | { kind: "ended" };

/** Sends one of the owner's receipts to an e-mail address. @throws a 400 for a form that is not the site's */
export async function sendReceipt(fields: Record<string, string>, asker: ReceiptOwner): Promise<SendOutcome> {
  const invoice = identifier.safeParse(fields.invoice_id);
  if (!invoice.success) throw problem(400);
  const refused = (refusal: SendRefusal): SendOutcome => ({ kind: "refused", invoiceId: invoice.data, ...refusal });
  const read = readEmail(fields.email);
  if ("mistake" in read) return refused({ status: 422, mistake: read.mistake });
  const { email } = read;
  const { caller } = asker;
  const owner = namedOwner(asker, fields.owner);
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

/** "Sent to …" for one owner. It is part of the address, so that the page after the redirect can say it. */
const notice = z.object({ owner: z.string(), email: z.string(), sentAt: z.number().int() });

/** After this time the notice is not shown, in case the address was kept. */
const SHOWN_SECONDS = 600;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Sealed, so that nobody can forge an address with a notice, and no log shows the e-mail address. */
export const sentNotice = (owner: InvoiceOwner, email: string): Promise<string> =>
  seal("notice", { owner: ownerName(owner), email, sentAt: nowInSeconds() });

/** The e-mail a receipt was just sent to by one of these owners. */
export async function readSentNotice(
  owners: readonly InvoiceOwner[],
  text: string | null,
): Promise<string | undefined> {
  const found = text === null ? undefined : await unseal("notice", notice, text);
  const isFresh = found !== undefined && nowInSeconds() - found.sentAt < SHOWN_SECONDS;
  return isFresh && owners.some((owner) => ownerName(owner) === found.owner) ? found.email : undefined;
}

type Refused = Extract<SendOutcome, { kind: "refused" }>;

/** A form to show again: its receipt, the entered address and the mistakes. */
export interface RefusedForm {
  kind: "send";
  invoiceId: string;
  email: string;
  /** Of the errors. */
  heading: string;
  errors: FieldError[];
}

export function refusedForm(lang: LocaleCode, { invoiceId, mistake, retryAfter }: Refused, email = ""): RefusedForm {
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
