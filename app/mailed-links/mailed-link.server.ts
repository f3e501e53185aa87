import { json, redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { recordError } from "~/analytics/record-event.server";
import { retryHeaders } from "~/errors/errors.server";
import { addressNotice } from "~/forms/address-notice.server";
import { newEmailForm, readGuardedEmail, refusedByApi, SUBSCRIPTION_LINK } from "~/forms/guarded-email.server";
import type { EmailFormAgain, EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { botCheckSources } from "~/security/bot-check/bot-check.server";
import { limitMails } from "~/security/limits/mail-limit.server";
import { allowing } from "~/security/security-headers.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { LinkedPage } from "~/upstream/contract/subscriptions";
import { mailSubscriptionLink } from "~/upstream/subscriptions.server";
import type { Visitor } from "~/visitor/visitor.server";

/** A form of a page, as it was sent. */
export interface SentForm<Page extends LinkedPage = LinkedPage> {
  page: Page;
  fields: Readonly<Record<string, string>>;
  lang: LocaleCode;
  request: Request;
  visitor: Visitor;
}

/** The form that has a link mailed, to be shown again. */
export interface LinkAnswer {
  kind: "link";
  again: EmailFormAgain;
}

/** The e-mail address that a link was just requested for. */
export const linkRequested = addressNotice(z.string(), { purpose: "linkRequested", param: "done" });

/** How whoever came without a link gets one. */
export interface LinkByMail {
  /** The address that one was just requested for, whether there is anybody to mail it to or not. */
  requestedFor?: string;
  /** Has one mailed; missing where the payments API mails none. */
  form?: EmailFormView;
}

/** Never throws UpstreamError. */
export async function linkByMail(lang: LocaleCode, request: Request, visitor: Visitor): Promise<LinkByMail> {
  const [requestedFor, isMailed] = await Promise.all([linkRequested.read(request), mailsLinks(visitor)]);
  return { requestedFor, form: isMailed ? await newEmailForm(SUBSCRIPTION_LINK, lang, visitor) : undefined };
}

/** Whether the payments API mails links. */
export const mailsLinks = (visitor: Visitor): Promise<boolean> =>
  hasOptionalCall("subscription_link", visitor.caller, visitor);

/**
 * Has a link mailed that opens the form's page for the owner of an address. The answer is the same whether the address is known or
 * not. Never throws UpstreamError.
 */
export async function answerLinkForm(form: SentForm): Promise<TypedResponse<LinkAnswer>> {
  const { page, fields, lang, request, visitor } = form;
  const read = await readGuardedEmail(fields, SUBSCRIPTION_LINK, lang, visitor);
  if (!read.ok) return linkAgain(request, read);
  const { email, recasign } = read;
  try {
    const body = { email, page, language: lang, recasign };
    await limitMails(
      "subscriptionLinkMail",
      email,
      () => mailSubscriptionLink(body, visitor.caller),
      () => true,
    );
    const key = new URL(request.url).searchParams.get("k") ?? undefined;
    return redirect(paths[page](lang, { key, done: await linkRequested.seal(email) }), 303);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const t = translate(lang);
    const words = { token: t("subscription:ask.tokenRefused"), other: t("subscription:ask.refused") };
    return linkAgain(request, refusedByApi(error, fields, SUBSCRIPTION_LINK, lang, words));
  }
}

function linkAgain(
  request: Request,
  { again, status, retryAfter }: { again: EmailFormAgain; status: number; retryAfter?: number },
): TypedResponse<LinkAnswer> {
  if (status >= 400) recordError(request, String(status));
  return json({ kind: "link", again }, { status, headers: retryHeaders(retryAfter) });
}

/** Lets a page load the script of the bot check that guards its form. */
export function allowBotCheck(headers: Headers, form: EmailFormView | undefined): void {
  if (form?.botCheck === undefined) return;
  for (const [name, value] of Object.entries(allowing(botCheckSources(form.botCheck)))) headers.set(name, value);
}
