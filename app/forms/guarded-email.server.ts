import { goWithout } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import {
  type BotCheck,
  botCheckSettings,
  checkBot,
  isOwnToken,
  SIGNED_TIME_SECONDS,
  signTime,
} from "~/security/bot-check/bot-check.server";
import { countSending, senderOf } from "~/security/limits/rate-limit.server";
import { isFirstUse } from "~/store/store.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { UpstreamError } from "~/upstream/client/upstream-error";
import { idempotencyKey } from "~/upstream/contract/values/scalars";
import { type Closed, closedIn, geoOf, type Visitor } from "~/visitor/visitor.server";
import { type EmailMistake, emailQuestion, questionAbout, readEmail, withSuggestion } from "./email.server";
import type { FieldError } from "./error-summary";
import type { EmailFormAgain, EmailFormView } from "./guarded-email-form";
import type { VisitorFields } from "./visitor-fields";

/** A form that takes an e-mail address from whoever passes the bot check. */
interface GuardedForm {
  /** What is guarded, and counted. */
  what: "signUp" | "subscriptionLink";
  /** The id of the form on its page: mistakes that are not the address's lead there. */
  id: string;
  /** Closed in the countries where nobody may buy. */
  isClosable: boolean;
  /** What it does, for the button that sends it with the address as it was typed. */
  goesOnTo: "signUp" | "link";
}

export const SIGN_UP_FORM: GuardedForm = { what: "signUp", id: "sign-up", isClosable: true, goesOnTo: "signUp" };
export const SUBSCRIPTION_LINK: GuardedForm = {
  what: "subscriptionLink",
  id: "find",
  isClosable: false,
  goesOnTo: "link",
};

/** The result of reading a sent form: what to send to the payments API, or the form to show again. */
type GuardedEmail = { ok: true; email: string; recasign: string } | RefusedEmail;

export interface RefusedEmail {
  ok: false;
  status: 200 | 403 | 422 | 429;
  /** Seconds. */
  retryAfter?: number;
  again: EmailFormAgain;
}

type FormFields = Readonly<Record<string, string>>;

/** An empty form. Never throws UpstreamError. */
export async function newEmailForm(
  { what, isClosable }: GuardedForm,
  lang: LocaleCode,
  visitor: Visitor,
): Promise<EmailFormView> {
  const params = loadPaymentParams(visitor.caller, visitor);
  const [closed, found] = await Promise.all([
    isClosable ? closedTo(visitor) : undefined,
    params.catch((error) => goWithout("payment settings", visitor, error)),
  ]);
  return {
    visitorFields: emailFields(what, visitor.browser),
    botCheck: found && botCheckSettings(found, visitor.requestId),
    emailInvalid: translate(lang)("form-answers:mistakes.emailInvalid"),
    gated: closed && translate(lang)(`form-answers:mistakes.${closed}`),
  };
}

/** The visitor's fields of a new form. @param browser see Visitor */
export function emailFields(kind: GuardedForm["what"], browser: string): VisitorFields {
  const attempt = crypto.randomUUID();
  return { kind, fields: { csrf: browser, attempt, stamp: signTime(kind, attempt, new Date()) } };
}

const closedTo = async (visitor: Visitor): Promise<Closed | undefined> => closedIn(await geoOf(visitor));

/** A stamp is good for one e-mail address: a machine would send many with one. A form sent twice is no second use. */
export async function usedOnce(check: BotCheck, { what, attempt, email }: Use): Promise<BotCheck> {
  if (!check.ok || !isOwnToken(check.token)) return check;
  const isFirst = await isFirstUse(what, attempt, email, SIGNED_TIME_SECONDS);
  return isFirst ? check : { ok: false, mistake: "sendAgain", keepsForm: false };
}

interface Use {
  what: Parameters<typeof isFirstUse>[0];
  attempt: string;
  email: string;
}

/** Checks a sent form: the e-mail address, then the visitor's country, then the bot check. */
export async function readGuardedEmail(
  fields: FormFields,
  form: GuardedForm,
  lang: LocaleCode,
  visitor: Visitor,
): Promise<GuardedEmail> {
  const { what, id: field } = form;
  const t = translate(lang);
  const changed = withSuggestion(fields);
  if (changed !== undefined) return unrefused(changed);
  const read = readEmail(fields.email);
  if ("mistake" in read) return refusedEmail(lang, fields, read.mistake);
  const { email } = read;
  const mistyped = questionAbout(email, fields.email_asked);
  if (mistyped !== undefined) return unrefused(fields, emailQuestion(lang, mistyped, form.goesOnTo));
  const closed = form.isClosable ? await closedTo(visitor) : undefined;
  if (closed !== undefined) {
    const heading = t("form-answers:headings.gated");
    const message = t(`form-answers:mistakes.${closed}`);
    return refusedEmailForm(fields, { heading, field, message }, { status: 403 });
  }
  const attempt = attemptIn(fields);
  const check = await usedOnce(checkBot(fields, what, attempt), { what, attempt, email });
  // What did not pass counts against nobody but the network it came from.
  const sender = check.ok ? senderOf(visitor, email) : { address: visitor.caller.visitorIp };
  const retryAfter = await countSending(what, sender);
  if (retryAfter !== undefined) {
    const message = t("form-answers:mistakes.tooOften", { when: waitText(lang, retryAfter) });
    const heading = t("form-answers:headings.tooOften");
    return refusedEmailForm(fields, { heading, field, message }, { status: 429, retryAfter });
  }
  if (check.ok) return { ok: true, email, recasign: check.token };
  const heading = t("form-answers:headings.problem");
  const problem = { heading, field, message: t(`form-answers:mistakes.${check.mistake}`) };
  return check.keepsForm ? refusedEmailForm(fields, problem) : renewed(fields, problem);
}

/** The form to show again after the payments API refused it. `words`: that its bot check did, or anything else. */
export function refusedByApi(
  error: UpstreamError,
  fields: FormFields,
  { id: field }: GuardedForm,
  lang: LocaleCode,
  words: { token: string; other: string },
): RefusedEmail {
  const heading = translate(lang)("form-answers:headings.problem");
  switch (error.apiError?.error.code) {
    case "email_invalid":
      return withNewSignedTime(refusedEmail(lang, fields, "emailInvalid"), fields);
    case "token_empty":
    case "token_refused":
      return renewed(fields, { heading, field, message: words.token });
    default:
      return renewed(fields, { heading, field, message: words.other });
  }
}

/** A mistake under the heading of its kind. */
type Headed = FieldError & { heading: string };

function refusedEmail(lang: LocaleCode, fields: FormFields, mistake: EmailMistake): RefusedEmail {
  const t = translate(lang);
  const message = t(`form-answers:mistakes.${mistake}`);
  return refusedEmailForm(fields, { heading: t("form-answers:headings.entries"), field: "email", message });
}

/** The same form again, with the same attempt and stamp. */
const refusedEmailForm = (
  fields: FormFields,
  { heading, ...error }: Headed,
  more: Partial<Pick<RefusedEmail, "status" | "retryAfter">> = {},
): RefusedEmail => ({
  ok: false,
  status: 422,
  ...more,
  again: { values: sameForm(fields), heading, errors: [error], question: answered(fields) },
});

/** The same form again, and nothing is wrong with it: a question, or the address that was chosen as its answer. */
const unrefused = (fields: FormFields, question = answered(fields)): RefusedEmail => ({
  ok: false,
  status: 200,
  again: { values: sameForm(fields), errors: [], question },
});

function sameForm(fields: FormFields): EmailFormAgain["values"] {
  const { email = "", csrf = "", attempt, stamp = "" } = fields;
  return attempt === attemptIn(fields) ? { email, visitorFields: { fields: { csrf, attempt, stamp } } } : { email };
}

/** The stamp was used for an address that will be corrected. */
const withNewSignedTime = ({ again, ...refused }: RefusedEmail, { email = "" }: FormFields): RefusedEmail => ({
  ...refused,
  again: { ...again, values: { email } },
});

/** A new form, with a new attempt and stamp, and the same e-mail address. */
const renewed = (fields: FormFields, { heading, ...error }: Headed): RefusedEmail => ({
  ok: false,
  status: 422,
  again: { values: { email: fields.email ?? "" }, heading, errors: [error], question: answered(fields) },
});

/** The question that has been asked about the address, so that it is not asked again. */
const answered = ({ email_asked: asked }: FormFields): EmailFormAgain["question"] =>
  asked === undefined ? undefined : { asked };

/** The form's attempt, or "" where it is not an idempotency key: the stamp is then not valid either. */
const attemptIn = ({ attempt }: FormFields): string => idempotencyKey.safeParse(attempt).data ?? "";
