import type { FieldError } from "~/forms/error-summary";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatWait } from "~/i18n/relative-time";
import type { SendMistake, SendOutcome } from "./send-receipt.server";

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
