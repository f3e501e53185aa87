import { isRouteErrorResponse } from "@remix-run/react";
import { z } from "zod";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { ErrorWords } from "./error-words";

type Problem =
  | "notFound"
  | "planNotFound"
  | "orderNotFound"
  | "badRequest"
  | "forbidden"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported"
  | "unavailable";

const PROBLEM_OF_STATUS: Readonly<Record<number, Problem>> = {
  400: "badRequest",
  403: "forbidden",
  404: "notFound",
  405: "methodNotAllowed",
  408: "unavailable",
  413: "tooLarge",
  414: "tooLarge",
  415: "unsupported",
  431: "tooLarge",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** The problem that a route's thrown answer tells of; undefined where it is the site's own fault. */
function problemOf(status: number, about: string | undefined): Problem | undefined {
  if (about === "plan") return "planNotFound";
  if (about === "order") return "orderNotFound";
  return PROBLEM_OF_STATUS[status] ?? (status < 500 ? "badRequest" : undefined);
}

/** What an error screen says. `details`: the data of a thrown answer, see problem.server.ts. */
export function errorWords(lang: LocaleCode, status: number, details: unknown): ErrorWords {
  const t = translate(lang);
  const { about, path }: { about?: string; path?: string } =
    typeof details === "object" && details !== null ? details : {};
  const problem = problemOf(status, about);
  if (problem === undefined) return { title: t("global:failedTitle"), help: t("global:failedHelp"), mayRetry: true };
  const isPathShown = problem === "notFound" && path !== undefined;
  return {
    title: t(`errors:${problem}Title`),
    address: isPathShown ? t("errors:notFound", { path }) : undefined,
    help: t(`errors:${problem}Help`),
    mayRetry: problem === "unavailable",
  };
}

/** The part of Remix's `EntryContext` that errors are in. */
interface Answered {
  staticHandlerContext: { errors: Readonly<Record<string, unknown>> | null };
  serverHandoffString?: string;
}

/**
 * Gives the answers that a page's routes have thrown their words, so that pages without an error do not carry them: for the
 * markup, and for the state that Remix has already written for the browser.
 */
export function putIntoWords(context: Answered, lang: LocaleCode): void {
  const { errors } = context.staticHandlerContext;
  if (errors === null) return;
  for (const error of Object.values(errors))
    if (isRouteErrorResponse(error)) error.data = errorWords(lang, error.status, error.data);
  if (context.serverHandoffString !== undefined)
    context.serverHandoffString = withErrors(context.serverHandoffString, errors);
}

const handoff = z.looseObject({ state: z.looseObject({ errors: z.record(z.string(), z.looseObject({})) }) });

/** The state with what thrown answers say now; other errors stay as Remix has written them, without their secrets. */
function withErrors(written: string, errors: Readonly<Record<string, unknown>>): string {
  const { state, ...rest } = handoff.parse(JSON.parse(written));
  const told = Object.entries(state.errors).map(([route, error]) => {
    const thrown = errors[route];
    return [route, isRouteErrorResponse(thrown) ? { ...error, data: thrown.data } : error];
  });
  return inScript(JSON.stringify({ ...rest, state: { ...state, errors: Object.fromEntries(told) } }));
}

/** JSON that may stand in a script of an HTML page. */
const inScript = (json: string): string =>
  json.replace(/[&><\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
