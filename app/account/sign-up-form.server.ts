import { questionAbout, readEmail, withSuggestion } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
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
import type { SignUpAgain, SignUpFormView } from "./sign-up-form";

/** The result of reading a sent form: what to send to the payments API, or the form to show again. */
type SignUp = { ok: true; email: string; recasign: string } | RefusedSignUp;

export interface RefusedSignUp {
  ok: false;
  status: 200 | 403 | 422 | 429;
  retryAfter?: number;
  again: SignUpAgain;
}

type Fields = Readonly<Record<string, string>>;

/** An empty sign-up form. Never throws UpstreamError. */
export async function newSignUpForm(lang: LocaleCode, visitor: Visitor): Promise<SignUpFormView> {
  const params = loadPaymentParams(visitor.caller, visitor);
  const [geo, found] = await Promise.all([geoOf(visitor), orWithout("payment settings", visitor, params)]);
  const attempt = crypto.randomUUID();
  return {
    attempt,
    stamp: stampForm("signUp", attempt, new Date()),
    botCheck: found && botCheckSettings(found, visitor.requestId),
    gated: isGated(geo) ? translate(lang)("form-answers:mistakes.gated") : undefined,
  };
}

/** Checks a sent form: the e-mail address, then the visitor's country, then the bot check. */
export async function readSignUp(fields: Fields, lang: LocaleCode, visitor: Visitor): Promise<SignUp> {
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
  if (isGated(await geoOf(visitor))) {
    return refused(fields, { field: "sign-up", message: t("form-answers:mistakes.gated") }, { status: 403 });
  }
  const attempt = attemptIn(fields);
  const check = checkBot(fields, "signUp", attempt);
  // What did not pass counts against nobody but the network it came from.
  const sender = check.ok ? senderOf(visitor, email) : { address: visitor.caller.visitorIp };
  const retryAfter = await countSending("signUp", sender);
  if (retryAfter !== undefined) {
    const message = t("form-answers:mistakes.tooOften", { when: formatWait(lang, retryAfter) });
    return refused(fields, { field: "sign-up", message }, { status: 429, retryAfter });
  }
  if (check.ok) return { ok: true, email, recasign: check.token };
  const message = t(`form-answers:mistakes.${check.mistake}`);
  return check.keepsForm ? refused(fields, { field: "sign-up", message }) : renewed(fields, message);
}

/** The form to show again after the payments API refused the sign-up, with the reason. */
export function signUpRefused(error: UpstreamError, fields: Fields, lang: LocaleCode): RefusedSignUp {
  const t = translate(lang);
  switch (error.apiError?.error.code) {
    case "email_invalid":
      return refused(fields, { field: "email", message: t("form-answers:mistakes.emailInvalid") });
    case "token_empty":
    case "token_refused":
      return renewed(fields, t("account:signUp.tokenRefused"));
    default:
      return renewed(fields, t("account:signUp.refused"));
  }
}

interface More {
  status?: 200 | 403 | 422 | 429;
  retryAfter?: number;
  question?: SignUpAgain["question"];
}

/** The same form again, with the same attempt and stamp. */
const refused = (fields: Fields, error: FieldError, more: More = {}): RefusedSignUp =>
  shownAgain(fields, [error], more);

function shownAgain(fields: Fields, errors: FieldError[], { status = 422, retryAfter, question }: More): RefusedSignUp {
  const { email = "", attempt, stamp } = fields;
  const values = attempt === attemptIn(fields) ? { email, attempt, stamp } : { email };
  return { ok: false, status, retryAfter, again: { values, errors, question: question ?? answered(fields) } };
}

/** A new form, with a new attempt and stamp, and the same e-mail address. */
const renewed = (fields: Fields, message: string): RefusedSignUp => ({
  ok: false,
  status: 422,
  again: { values: { email: fields.email ?? "" }, errors: [{ field: "sign-up", message }], question: answered(fields) },
});

/** The question that has been asked about the address, so that it is not asked again. */
const answered = ({ email_asked: asked }: Fields): SignUpAgain["question"] =>
  asked === undefined ? undefined : { asked };

/** The form's attempt, or "" where it is not an idempotency key: the stamp is then not valid either. */
const attemptIn = ({ attempt }: Fields): string => idempotencyKey.safeParse(attempt).data ?? "";
