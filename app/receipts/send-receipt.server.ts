import { z } from "zod";
import { type EmailMistake, readEmail } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatWait } from "~/i18n/relative-time";
import { problem } from "~/problem.server";
import { seal, unseal } from "~/sealing.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { identifier } from "~/upstream/contract/scalars";
import { sendInvoice } from "~/upstream/invoices.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { countSending } from "~/visitor/bot-check/rate-limit.server";
import { isOver, type ReceiptOwner } from "./load-receipts.server";

/** Why a receipt was not sent: a key of the receipts' errors, or of the checkout's. */
type SendMistake = "tooOften" | "later" | "unsure" | "notSent" | "gone" | EmailMistake;

/** `retryAfter`: seconds. */
interface SendRefusal {
  status: number;
  mistake: SendMistake;
  retryAfter?: number;
}

type SendOutcome =
  | { kind: "sent"; email: string }
  | ({ kind: "refused"; invoiceId: string } & SendRefusal)
  /** The payments API no longer accepts who asks. */
  | { kind: "ended" };

/** Sends one of the owner's receipts to an e-mail address. Throws 400 for a form that is none of ours. */
export async function sendReceipt(
  fields: Record<string, string>,
  { owner, caller }: ReceiptOwner,
): Promise<SendOutcome> {
  const invoice = identifier.safeParse(fields.invoice_id);
  if (!invoice.success) throw problem(400);
  const refused = (refusal: SendRefusal): SendOutcome => ({ kind: "refused", invoiceId: invoice.data, ...refusal });
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
function whyNotSent({ kind, status = 500, apiError, retryAfter }: UpstreamError): SendRefusal {
  if (kind === "circuit_open") return { status: 503, mistake: "notSent", retryAfter };
  if (kind !== "refused") return { status: 504, mistake: "unsure" };
  if (status === 429) return { status, mistake: retryAfter === undefined ? "later" : "tooOften", retryAfter };
  if (status === 404) return { status, mistake: "gone" };
  if (status >= 500) return { status: 503, mistake: "notSent", retryAfter };
  return { status: 422, mistake: apiError?.error.code === "email_invalid" ? "emailInvalid" : "notSent" };
}

/** "Sent to …" for one owner: it travels in the address, so that a reload shows it again and sends nothing. */
const notice = z.object({ userId: z.number().int(), email: z.string(), sentAt: z.number().int() });

/** A link that is kept does not speak of it for ever. */
const SHOWN_SECONDS = 600;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Sealed, so that an address cannot be made to say what was not done, and no log shows the e-mail. */
export const sentNotice = (owner: InvoiceOwner, email: string): Promise<string> =>
  seal("notice", { userId: owner.user_id, email, sentAt: nowInSeconds() });

/** The e-mail a receipt was just sent to. */
export async function readSentNotice(owner: InvoiceOwner, text: string | null): Promise<string | undefined> {
  const found = text === null ? undefined : await unseal("notice", notice, text);
  const isFresh = found !== undefined && nowInSeconds() - found.sentAt < SHOWN_SECONDS;
  return isFresh && found.userId === owner.user_id ? found.email : undefined;
}

type Refused = Extract<SendOutcome, { kind: "refused" }>;

/** A form that has to be shown again: which receipt's, what was entered, and what is wrong with it. */
export interface RefusedForm {
  invoiceId: string;
  email: string;
  errors: FieldError[];
}

export function refusedForm(lang: LocaleCode, { invoiceId, mistake, retryAfter }: Refused, email = ""): RefusedForm {
  const words = { when: retryAfter === undefined ? "" : formatWait(lang, retryAfter) };
  const message = messageOf(lang, mistake, words);
  return { invoiceId, email, errors: [{ field: fieldOf(mistake, invoiceId), message }] };
}

/** The id of what an error is about. A receipt that is gone has no form any more. */
const fieldOf = (mistake: SendMistake, invoiceId: string) => (mistake === "gone" ? "receipts" : `email-${invoiceId}`);

function messageOf(lang: LocaleCode, mistake: SendMistake, words: { when: string }): string {
  const t = translate(lang);
  switch (mistake) {
    case "emailMissing":
    case "emailInvalid":
    case "emailTooLong":
      return t(`form-answers:mistakes.${mistake}`);
    default:
      return t(`receipts:errors.${mistake}`, words);
  }
}
