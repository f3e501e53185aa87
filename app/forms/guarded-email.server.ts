import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatWait } from "~/i18n/relative-time";
import { orWithout } from "~/problem.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { UpstreamError } from "~/upstream/client/upstream-error";
import { idempotencyKey } from "~/upstream/contract/values/scalars";
import { botCheckSettings, checkBot, stampForm } from "~/visitor/bot-check/bot-check.server";
import { countSending, senderOf } from "~/visitor/bot-check/rate-limit.server";
import { geoOf, isGated } from "~/visitor/geo.server";
import type { Visitor } from "~/visitor/visitor.server";
import { questionAbout, readEmail, withSuggestion } from "./email.server";
import type { FieldError } from "./error-summary";
import type { EmailFormAgain, EmailFormView } from "./guarded-email-form";

/** A form that takes an e-mail address from whoever passes the bot check. */
interface GuardedForm {
  /** What is guarded, and counted. */
  what: "signUp" | "subscriptionLink";
  /** The id of the form on its page: mistakes that are not the address's lead there. */
  id: string;
  /** Closed in the countries where nobody may buy. */
  isGated: boolean;
}

export const SIGN_UP: GuardedForm = { what: "signUp", id: "sign-up", isGated: true };
export const SUBSCRIPTION_LINK: GuardedForm = { what: "subscriptionLink", id: "find", isGated: false };

/** The result of reading a sent form: what to send to the payments API, or the form to show again. */
type GuardedEmail = { ok: true; email: string; recasign: string } | RefusedEmail;

export interface RefusedEmail {
  ok: false;
  status: 200 | 403 | 422 | 429;
  /** Seconds. */
  retryAfter?: number;
  again: EmailFormAgain;
}

type Fields = Readonly<Record<string, string>>;

/** An empty form. Never throws UpstreamError. */
export async function newEmailForm(
  { what, isGated: isClosable }: GuardedForm,
  lang: LocaleCode,
  visitor: Visitor,
): Promise<EmailFormView> {
  const params = loadPaymentParams(visitor.caller, visitor);
  const [isClosed, found] = await Promise.all([
    isClosable && isClosedTo(visitor),
    orWithout("payment settings", visitor, params),
  ]);
  const attempt = crypto.randomUUID();
  return {
    attempt,
    stamp: stampForm(what, attempt, new Date()),
    botCheck: found && botCheckSettings(found, visitor.requestId),
    gated: isClosed ? translate(lang)("form-answers:mistakes.gated") : undefined,
  };
}

const isClosedTo = async (visitor: Visitor): Promise<boolean> => isGated(await geoOf(visitor));

/** Checks a sent form: the e-mail address, then the visitor's country, then the bot check. */
export async function readGuardedEmail(
  fields: Fields,
  form: GuardedForm,
  lang: LocaleCode,
  visitor: Visitor,
): Promise<GuardedEmail> {
  const { what, id: field } = form;
  const t = translate(lang);
  const changed = withSuggestion(fields);
  if (changed !== undefined) return shownAgain(changed, [], { status: 200 });
  const read = readEmail(fields.email);
  if ("mistake" in read)
    return refused(fields, { field: "email", message: t(`form-answers:mistakes.${read.mistake}`) });
  const { email } = read;
  const question = questionAbout(email, fields.email_asked);
  if (question !== undefined) {
    const message = t("form-answers:mistakes.didYouMean", { email: question.suggested });
    return refused(fields, { field: "email", message }, { question });
  }
  if (form.isGated && (await isClosedTo(visitor))) {
    return refused(fields, { field, message: t("form-answers:mistakes.gated") }, { status: 403 });
  }
  const attempt = attemptIn(fields);
  const check = checkBot(fields, what, attempt);
  // What did not pass counts against nobody but the network it came from.
  const sender = check.ok ? senderOf(visitor, email) : { address: visitor.caller.visitorIp };
  const retryAfter = await countSending(what, sender);
  if (retryAfter !== undefined) {
    const message = t("form-answers:mistakes.tooOften", { when: formatWait(lang, retryAfter) });
    return refused(fields, { field, message }, { status: 429, retryAfter });
  }
  if (check.ok) return { ok: true, email, recasign: check.token };
  const message = t(`form-answers:mistakes.${check.mistake}`);
  return check.keepsForm ? refused(fields, { field, message }) : renewed(fields, { field, message });
}

/** The form to show again after the payments API refused it. `words`: that its bot check did, or anything else. */
export function refusedByApi(
  error: UpstreamError,
  fields: Fields,
  { id: field }: GuardedForm,
  lang: LocaleCode,
  words: { token: string; other: string },
): RefusedEmail {
  switch (error.apiError?.error.code) {
    case "email_invalid":
      return refused(fields, { field: "email", message: translate(lang)("form-answers:mistakes.emailInvalid") });
    case "token_empty":
    case "token_refused":
      return renewed(fields, { field, message: words.token });
    default:
      return renewed(fields, { field, message: words.other });
  }
}

interface More {
  status?: RefusedEmail["status"];
  retryAfter?: number;
  question?: EmailFormAgain["question"];
}

/** The same form again, with the same attempt and stamp. */
const refused = (fields: Fields, error: FieldError, more: More = {}): RefusedEmail => shownAgain(fields, [error], more);

function shownAgain(fields: Fields, errors: FieldError[], { status = 422, retryAfter, question }: More): RefusedEmail {
  const { email = "", attempt, stamp } = fields;
  const values = attempt === attemptIn(fields) ? { email, attempt, stamp } : { email };
  return { ok: false, status, retryAfter, again: { values, errors, question: question ?? answered(fields) } };
}

/** A new form, with a new attempt and stamp, and the same e-mail address. */
const renewed = (fields: Fields, error: FieldError): RefusedEmail => ({
  ok: false,
  status: 422,
  again: { values: { email: fields.email ?? "" }, errors: [error], question: answered(fields) },
});

/** The question that has been asked about the address, so that it is not asked again. */
const answered = ({ email_asked: asked }: Fields): EmailFormAgain["question"] =>
  asked === undefined ? undefined : { asked };

/** The form's attempt, or "" where it is not an idempotency key: the stamp is then not valid either. */
const attemptIn = ({ attempt }: Fields): string => idempotencyKey.safeParse(attempt).data ?? "";
