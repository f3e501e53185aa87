import { json, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import { recordError } from "~/analytics/record-event.server";
import { problem, retryHeaders } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { letterToSupport } from "~/mailed-links/letter.server";
import { answerLinkForm, type LinkAnswer, type SentForm } from "~/mailed-links/mailed-link.server";
import { whoAsks } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { readForm } from "~/security/forms.server";
import { identifier } from "~/upstream/contract/values/scalars";
import { languageParam } from "~/visitor/arrival/language.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import {
  ACTIONS,
  type Change,
  type ChangeProblem,
  changeDone,
  makeChange,
  type SubscriptionPage,
} from "./change-subscription.server";
import { answerDeclaration, type DeclarationAnswer } from "./declaration/answer-declaration.server";
import type { ChangeFormView } from "./subscription-card.server";

/** A change that was not made, or nobody knows. */
export interface ChangeAnswer {
  kind: "change";
  problem: ChangeProblem;
  /** To be sent again, under the same key. */
  form?: ChangeFormView;
  /** See letterToSupport. */
  letter?: string;
}

/** What is shown of a form that comes back. */
export type FormAnswer = LinkAnswer | ChangeAnswer | DeclarationAnswer;

/** Answers a page's forms. Null: the page says by itself why nothing was done. Never throws UpstreamError. @throws a 400 for a form that is not the site's */
export async function answerSubscriptionForm(
  page: SubscriptionPage,
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
): Promise<TypedResponse<FormAnswer | null>> {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const form = { page, fields, lang, request, visitor: await visitorOf(request) };
  if (fields.intent === "declare") return answerDeclaration(form);
  return fields.intent === "link" ? answerLinkForm(form) : answerChange(form);
}

async function answerChange({ page, fields, lang, request, visitor }: SentForm<SubscriptionPage>) {
  const change = changeIn(page, fields);
  const asker = await whoAsks(request, visitor);
  // The page that follows says who may do this, and how to get there.
  if (asker.kind !== "owners") return json(null, 403);
  const outcome = await makeChange(change, fields.attempt ?? "", asker);
  const { requestId } = visitor;
  const logged = outcome.kind === "refused" ? outcome.problem : outcome.kind;
  log.info({ requestId, action: change.action, outcome: logged }, "a change of a subscription was asked for");
  const orderId = identifier.safeParse(fields.order_id).data;
  switch (outcome.kind) {
    case "done": {
      const done = await changeDone.seal({ ...outcome.change, orderId });
      return redirect(paths[page](lang, { key: asker.key, done }), 303);
    }
    case "ended":
      return json(null, 403);
    case "refused": {
      const { status, problem: why, key, retryAfter } = outcome;
      recordError(request, why);
      const form = key === undefined ? undefined : { ...change, attempt: key, orderId };
      const letter = letterFor(change, lang, visitor, orderId);
      return json<ChangeAnswer>(
        { kind: "change", problem: why, form, letter },
        { status, headers: retryHeaders(retryAfter) },
      );
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
): string | undefined => (action === "resume" ? undefined : letterToSupport(lang, brand, { asks: action, orderId }));
