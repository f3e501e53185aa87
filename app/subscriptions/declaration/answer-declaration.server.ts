import { json, redirect, type TypedResponse } from "@remix-run/node";
import { recordError } from "~/analytics/record-event.server";
import { problem, retryHeaders } from "~/errors/errors.server";
import type { FieldError } from "~/forms/error-summary";
import { usedOnce } from "~/forms/guarded-email.server";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import { log } from "~/log.server";
import type { SentForm } from "~/mailed-links/mailed-link.server";
import { paths } from "~/paths";
import { checkSignedTime } from "~/security/bot-check/bot-check.server";
import { countForm, senderOf } from "~/security/limits/rate-limit.server";
import { UpstreamError, wasNeverTaken } from "~/upstream/client/upstream-error";
import { DECLARATION_KINDS, type Declaration } from "~/upstream/contract/declarations";
import { sendDeclaration } from "~/upstream/declarations.server";
import type { SubscriptionPage } from "../change-subscription.server";
import { declarationKey, declarationLetter, justDeclared, readDeclaration } from "./declaration.server";
import { attemptIn, type DeclarationFormView, declarationFormAgain } from "./declaration-form.server";

/** A declaration that was not taken, or nobody knows. */
export interface DeclarationAnswer {
  kind: "declaration";
  form: DeclarationFormView;
  /** The `mailto:` address of the same declaration. */
  letter?: string;
}

type Answered = TypedResponse<DeclarationAnswer>;

/**
 * Takes what somebody declares who came by no link. The answer is the same whether there is a contract or not. No script judges whether
 * they are a person: nothing but their own browser stands between them and what they declare. Never throws UpstreamError.
 * @throws a 400 for a page on which nothing is declared
 */
export async function answerDeclaration(form: SentForm<SubscriptionPage>): Promise<Answered> {
  const { page, fields, lang, visitor } = form;
  const kind = DECLARATION_KINDS.find((one) => one === page);
  if (kind === undefined) throw problem(400);
  const t = translate(lang);
  const read = readDeclaration(lang, kind, fields);
  if (read.mistakes !== undefined) {
    const heading = t("form-answers:headings.entries");
    return json(
      { kind: "declaration", form: declarationFormAgain(kind, form, { heading, errors: read.mistakes }) },
      422,
    );
  }
  const { declaration } = read;
  const attempt = attemptIn(fields);
  const use = { what: "declaration", attempt, email: declaration.email } as const;
  const check = await usedOnce(checkSignedTime(fields, "declaration", attempt), use);
  if (!check.ok) {
    const message = t(`form-answers:mistakes.${check.mistake}`);
    return refused(form, declaration, {
      heading: t("form-answers:headings.problem"),
      message,
      status: 422,
      isNew: !check.keepsForm,
    });
  }
  const key = declarationKey(attempt, declaration);
  const retryAfter = await countForm("declaration", senderOf(visitor, declaration.email), key);
  if (retryAfter !== undefined) {
    const message = t("form-answers:mistakes.tooOften", { when: waitText(lang, retryAfter) });
    return refused(form, declaration, {
      heading: t("form-answers:headings.tooOften"),
      message,
      status: 429,
      retryAfter,
    });
  }
  return handOn(form, declaration, key);
}

async function handOn(form: SentForm<SubscriptionPage>, declaration: Declaration, key: string): Promise<Answered> {
  const { lang, visitor } = form;
  const { requestId, caller } = visitor;
  const { kind } = declaration;
  try {
    const { declared_at: declaredAt, mailed } = await sendDeclaration({ ...declaration, language: lang }, key, caller);
    log.info({ requestId, kind, outcome: "done" }, "something was declared without a link");
    const done = await justDeclared.seal({ ...declaration, declaredAt, isMailed: mailed !== false });
    return redirect(paths[kind](lang, { done }), 303);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId, kind, outcome: error.kind }, "something was declared without a link");
    return refused(form, declaration, whyNotTaken(form, error));
  }
}

interface Refusal {
  heading: string;
  message: string;
  /** The field that it is about; missing: none. */
  field?: string;
  status: number;
  /** Seconds. */
  retryAfter?: number;
  isNew?: boolean;
}

/** What may have been taken is never called not taken: the same form is the same declaration. */
function whyNotTaken({ lang }: SentForm<SubscriptionPage>, error: UpstreamError): Refusal {
  const t = translate(lang);
  if (error.apiError?.error.code === "email_invalid") {
    const heading = t("form-answers:headings.entries");
    return {
      heading,
      message: t("form-answers:mistakes.emailInvalid"),
      field: "declare-email",
      status: 422,
      isNew: true,
    };
  }
  const [name, status] = wasNeverTaken(error) ? (["unavailable", 503] as const) : (["unsure", 504] as const);
  const { retryAfter } = error;
  return {
    heading: t(`subscription:problem.${name}Title`),
    message: t(`subscription:problem.${name}`),
    status,
    retryAfter,
  };
}

/** The form again, with all that was typed, and the same as a letter: what counts may be a matter of minutes. */
function refused(form: SentForm<SubscriptionPage>, declaration: Declaration, refusal: Refusal): Answered {
  const { request, lang, visitor } = form;
  const { heading, message, field = "declare", status, retryAfter, isNew } = refusal;
  recordError(request, String(status));
  const errors: FieldError[] = [{ field, message }];
  const letter = declarationLetter(lang, visitor.brand, declaration);
  return json(
    { kind: "declaration", form: declarationFormAgain(declaration.kind, form, { heading, errors, isNew }), letter },
    { status, headers: retryHeaders(retryAfter) },
  );
}
