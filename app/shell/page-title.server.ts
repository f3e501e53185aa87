import type { ActionFunctionArgs } from "@remix-run/node";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";

type ActionContext = Pick<ActionFunctionArgs, "context">;

/** Remix gives an action and the loaders after it different requests and one context. */
const refusedContexts = new WeakSet<object>();

/** An action's answer: where it refuses a form, the title of the page that comes back says so. */
export function titlingError<Answer extends { status: number }>({ context }: ActionContext, answer: Answer): Answer {
  if (answer.status >= 400) refusedContexts.add(context);
  return answer;
}

/** A page's title for its `meta`. It begins with "Error" where the page comes back with a refused form. */
export const pageTitle = ({ context }: ActionContext, lang: LocaleCode, title: string): string =>
  refusedContexts.has(context) ? translate(lang)("errors:pageTitle", { title }) : title;
