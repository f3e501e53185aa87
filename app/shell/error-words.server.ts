import { isRouteErrorResponse } from "@remix-run/react";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { ErrorWords } from "./error-screen";

type WordedProblem =
  | "notFound"
  | "planNotFound"
  | "orderNotFound"
  | "badRequest"
  | "forbidden"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported"
  | "unavailable";

const PROBLEM_OF_STATUS: Readonly<Record<number, WordedProblem>> = {
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

/** The problem behind a thrown answer of a route; undefined where it is the site's own fault. */
function problemOf(status: number, about: string | undefined): WordedProblem | undefined {
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

/** Gives the answers that a page's routes have thrown their words, so that pages without an error do not carry them. */
export function putIntoWords(errors: Readonly<Record<string, unknown>>, lang: LocaleCode): void {
  for (const error of Object.values(errors))
    if (isRouteErrorResponse(error)) error.data = errorWords(lang, error.status, error.data);
}
