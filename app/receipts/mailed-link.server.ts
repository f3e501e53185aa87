import { json, redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { recordError } from "~/analytics/record-event.server";
import { readGuardedEmail, refusedByApi, SUBSCRIPTION_LINK } from "~/forms/guarded-email.server";
import type { EmailFormAgain, EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { seal, unseal } from "~/sealing.server";
import { botCheckSources } from "~/security/bot-check/bot-check.server";
import { limitMails } from "~/security/limits/mail-limit.server";
import { allowing } from "~/security/security-headers.server";
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
    return redirect(paths[page](lang, { key, done: await sealAsked(email) }), 303);
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
  const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
  return json({ kind: "link", again }, { status, headers });
}

const asked = z.object({ email: z.string(), at: z.number().int() });

/** After this time the page no longer says that a link was asked for, in case the address was kept. */
const SAID_MS = 60 * 60_000;

/** Sealed, so that nobody can forge an address that says so, and no log shows the e-mail address. */
export const sealAsked = (email: string): Promise<string> => seal("linkAsked", { email, at: Date.now() });

/** The e-mail address that a link was just asked for; undefined where the page's address says nothing of it. */
export async function askedForIn(request: Request): Promise<string | undefined> {
  const text = new URL(request.url).searchParams.get("done");
  const found = text === null ? undefined : await unseal("linkAsked", asked, text);
  return found !== undefined && Date.now() - found.at < SAID_MS ? found.email : undefined;
}

/** Lets a page load the script of the bot check that guards its form. */
export function allowBotCheck(headers: Headers, form: EmailFormView | undefined): void {
  if (form?.botCheck === undefined) return;
  for (const [name, value] of Object.entries(allowing(botCheckSources(form.botCheck)))) headers.set(name, value);
}
