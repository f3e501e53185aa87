import { json } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { ErrorWords } from "./error-words";

/** What an error screen needs to know beside the status. */
interface ErrorDetails {
  /** Selects the screen's own words where the status alone is not enough. */
  about?: "plan" | "order";
  /** The address that was not found; shown as text. */
  path?: string;
}

/** An answer to throw: the nearest error screen shows it, translated. */
export function problem(status: number, details: ErrorDetails = {}, headers: Record<string, string> = {}): Response {
  return json(details, { status, headers });
}

export const pageNotFound = (request: Request): Response => problem(404, { path: new URL(request.url).pathname });

/** What an error screen says beyond that something failed: keys of its words. */
type ErrorKind =
  | "notFound"
  | "planNotFound"
  | "orderNotFound"
  | "badRequest"
  | "forbidden"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported"
  | "unavailable";

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
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

/** Undefined where it is the site's own fault. */
function errorKind(status: number, about: string | undefined): ErrorKind | undefined {
  if (about === "plan") return "planNotFound";
  if (about === "order") return "orderNotFound";
  return KIND_OF_STATUS[status] ?? (status < 500 ? "badRequest" : undefined);
}

/** What an error screen says. `details`: the data of a thrown answer. */
export function errorWords(lang: LocaleCode, status: number, details: unknown): ErrorWords {
  const t = translate(lang);
  const { about, path }: { about?: string; path?: string } =
    typeof details === "object" && details !== null ? details : {};
  const kind = errorKind(status, about);
  if (kind === undefined) return { title: t("global:failedTitle"), help: t("global:failedHelp"), mayRetry: true };
  const isPathShown = kind === "notFound" && path !== undefined;
  return {
    title: t(`errors:${kind}Title`),
    address: isPathShown ? t("errors:notFound", { path }) : undefined,
    help: t(`errors:${kind}Help`),
    mayRetry: kind === "unavailable",
  };
}

/** Gives the answers that a page's routes have thrown their words, so that pages without an error do not carry them. */
export function putIntoWords(errors: Readonly<Record<string, unknown>>, lang: LocaleCode): void {
  for (const error of Object.values(errors))
    if (isRouteErrorResponse(error)) error.data = errorWords(lang, error.status, error.data);
}

/** A refusal for addresses that are not pages (RFC 9457). `detail`: in English, for whoever writes the script. */
export const problemDocument = (
  status: number,
  title = "Not Found",
  { detail, headers }: { detail?: string; headers?: Record<string, string> } = {},
): Response =>
  new Response(JSON.stringify({ type: "about:blank", title, status, detail }), {
    status,
    headers: { ...headers, "Content-Type": "application/problem+json", "X-Content-Type-Options": "nosniff" },
  });

/** When to ask the payments API again where it does not say. */
export const RETRY_SECONDS = 5;

/** When to try again, where that is known. */
export const retryHeaders = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

/** Catches the failure of what a page needs. @throws a 503 with Retry-After where it is the payments API's */
export function pageUnavailable(error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error;
  throw problem(503, {}, retryHeaders(error.retryAfter ?? RETRY_SECONDS));
}

/** Catches the failure of what a page can do without, and logs it once. @throws what is no failure of the payments API's */
export function goWithout(what: string, { requestId }: { requestId: string }, error: unknown): undefined {
  if (!(error instanceof UpstreamError)) throw error;
  // Of an open circuit there may be thousands, after one warning of the client.
  const level = error.kind === "circuit_open" ? "debug" : "warn";
  log[level]({ requestId, reason: error.kind }, `${what} not available: the page goes on without`);
}
