import { json, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import { recordError } from "~/analytics/record-event.server";
import { readGuardedEmail, refusedByApi, SUBSCRIPTION_LINK } from "~/forms/guarded-email.server";
import type { EmailFormAgain } from "~/forms/guarded-email-form";
import { readForm } from "~/forms/read-form.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { receiptAsker } from "~/receipts/load-receipts.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { identifier } from "~/upstream/contract/values/scalars";
import { mailSubscriptionLink } from "~/upstream/subscriptions.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { byMail } from "./by-mail.server";
import type { Change } from "./changes/change-key.server";
import { makeChange, type Problem } from "./changes/change-subscription.server";
import { sealNotice } from "./changes/done-notice.server";
import type { ChangeFormView } from "./subscription-card.server";
import { ACTIONS, type SubscriptionPage } from "./subscription-pages";

/** What is shown of a form that comes back. */
export type FormAnswer =
  | { kind: "link"; again: EmailFormAgain }
  /** `form`: to be sent again, under the same key. `letter`: see byMail. */
  | { kind: "change"; problem: Problem; form?: ChangeFormView; letter?: string };

/** Null: the page says by itself why nothing was done. */
type Answer = TypedResponse<FormAnswer | null>;

interface SentForm {
  page: SubscriptionPage;
  fields: Readonly<Record<string, string>>;
  lang: LocaleCode;
  request: Request;
  visitor: Visitor;
}

/** Answers a page's forms. Never throws UpstreamError. @throws a 400 for a form that is not the site's */
export async function answerSubscriptionForm(
  page: SubscriptionPage,
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
): Promise<Answer> {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const form = { page, fields, lang, request, visitor: await visitorOf(request) };
  return fields.intent === "link" ? answerLink(form) : answerChange(form);
}

/** The same whether the address is known or not. */
async function answerLink({ page, fields, lang, request, visitor }: SentForm): Promise<Answer> {
  const read = await readGuardedEmail(fields, SUBSCRIPTION_LINK, lang, visitor);
  if (!read.ok) return linkAgain(request, read);
  const { email, recasign } = read;
  try {
    await mailSubscriptionLink({ email, page, language: lang, recasign }, visitor.caller);
    return redirect(paths[page](lang, { done: await sealNotice({ kind: "asked", email }) }), 303);
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
): Answer {
  if (status >= 400) recordError(request, String(status));
  return json({ kind: "link", again }, { status, headers: waiting(retryAfter) });
}

const waiting = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

async function answerChange({ page, fields, lang, request, visitor }: SentForm): Promise<Answer> {
  const change = changeIn(page, fields);
  const asker = await receiptAsker(request, visitor);
  // The page that follows says who may do this, and how to get there.
  if (asker.kind !== "owner") return json(null, 403);
  const outcome = await makeChange(change, fields.attempt ?? "", asker);
  const { requestId } = visitor;
  const told = outcome.kind === "refused" ? outcome.problem : outcome.kind;
  log.info({ requestId, action: change.action, outcome: told }, "a change of a subscription was asked for");
  const orderId = identifier.safeParse(fields.order_id).data;
  switch (outcome.kind) {
    case "done": {
      const done = await sealNotice({ ...outcome.notice, orderId });
      return redirect(paths[page](lang, { key: asker.key, done }), 303);
    }
    case "ended":
      return json(null, 403);
    case "refused": {
      const { status, problem: why, key, retryAfter } = outcome;
      recordError(request, why);
      const form = key === undefined ? undefined : { ...change, attempt: key, orderId };
      const letter = letterFor(change, lang, visitor, orderId);
      return json({ kind: "change", problem: why, form, letter }, { status, headers: waiting(retryAfter) });
    }
  }
}

function changeIn(page: SubscriptionPage, fields: SentForm["fields"]): Change {
  const action = ACTIONS[page].find((one) => one === fields.intent);
  const id = identifier.safeParse(fields.subscription_id);
  if (action === undefined || !id.success) throw problem(400);
  return { action, subscriptionId: id.data };
}

/** Nobody writes a letter to keep a subscription. */
const letterFor = (
  { action }: Change,
  lang: LocaleCode,
  { brand }: Visitor,
  orderId: string | undefined,
): string | undefined => (action === "resume" ? undefined : byMail(lang, brand, { asks: action, orderId }));
