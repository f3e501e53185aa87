import { json, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import { recordError } from "~/analytics/record-event.server";
import { readForm } from "~/forms/read-form.server";
import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { byMail } from "~/receipts/by-mail.server";
import { answerLinkForm, type LinkAnswer, type SentForm } from "~/receipts/mailed-link.server";
import { receiptAsker } from "~/receipts/receipt-owner.server";
import { identifier } from "~/upstream/contract/values/scalars";
import { languageParam } from "~/visitor/arrival/language.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import type { Change } from "./changes/change-key.server";
import { makeChange, type Problem } from "./changes/change-subscription.server";
import { sealNotice } from "./changes/done-notice.server";
import type { ChangeFormView } from "./subscription-card.server";
import { ACTIONS, type SubscriptionPage } from "./subscription-pages";

/** What is shown of a form that comes back. */
export type FormAnswer =
  | LinkAnswer
  /** `form`: to be sent again, under the same key. `letter`: see byMail. */
  | { kind: "change"; problem: Problem; form?: ChangeFormView; letter?: string };

/** Null: the page says by itself why nothing was done. */
type Answer = TypedResponse<FormAnswer | null>;

/** Answers a page's forms. Never throws UpstreamError. @throws a 400 for a form that is not the site's */
export async function answerSubscriptionForm(
  page: SubscriptionPage,
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
): Promise<Answer> {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const form = { page, fields, lang, request, visitor: await visitorOf(request) };
  return fields.intent === "link" ? answerLinkForm(form) : answerChange(form);
}

const waiting = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

async function answerChange({ page, fields, lang, request, visitor }: SentForm<SubscriptionPage>): Promise<Answer> {
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
