import { parseCookie } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import type { Env } from "~/env.server";
import { isLocaleCode, type LocaleCode, localeOf, splitPath } from "~/i18n/locales";
import { negotiateLanguage } from "~/i18n/negotiate.server";
import { isDataRequest, isForScripts } from "../answers/page-request";
import { sendProblem } from "../answers/refusals";
import { HAS_EXTENSION } from "../edge/static-files";
import { hostMetrics } from "../metrics/request-metrics";
import { BUSY_PAGE_POLICY, busyPages } from "./busy-page";
import { pageTurns } from "./page-turns";

const RETRY_AFTER_S = 5;

const busyAnswers = hostMetrics
  .counter("site_busy_answers_total", "New visitors who were turned away with 503, because too many were here.", {})
  .fromZero();

/**
 * Turns new visitors away while more pages are asked for than can be made: each gets a small answer at once, and those who are
 * inside get theirs in time. Whoever pays already is let through: forms, the way back from a provider, addresses with an order.
 */
export function overload({ pagesAtOnce, busyAfterMs }: Pick<Env, "pagesAtOnce" | "busyAfterMs">): RequestHandler {
  const turns = pageTurns({ pagesAtOnce, busyAfterMs });
  const pages = busyPages();
  return (request, response, next) => {
    if (!isNewPage(request)) return next();
    if (turns.isFull()) {
      busyAnswers.add({});
      return sendBusy(request, response, pages);
    }
    response.once("close", turns.enter(next));
  };
}

function isNewPage({ method, path, query }: Request): boolean {
  if (method === "POST" || isForScripts(path) || HAS_EXTENSION.test(path)) return false;
  return !("o" in query) && !splitPath(path).rest.startsWith("/return/");
}

function sendBusy(request: Request, response: Response, pages: ReadonlyMap<LocaleCode, string>): void {
  response.set({ "Retry-After": String(RETRY_AFTER_S), "Cache-Control": "no-store" });
  if (isDataRequest(request)) {
    sendProblem(response.set("X-Remix-Catch", "yes"), 503);
    return;
  }
  const lang = languageOf(request);
  response.set({ "Content-Security-Policy": BUSY_PAGE_POLICY, "Content-Language": localeOf(lang).tag });
  response.status(503).type("html").send(pages.get(lang));
}

/** As for any page of a new visitor: the address, the remembered choice, the browser. */
function languageOf({ path, headers }: Request): LocaleCode {
  const remembered = parseCookie(headers.cookie ?? "").LANGUAGE;
  const chosen = isLocaleCode(remembered) ? remembered : undefined;
  return splitPath(path).lang ?? chosen ?? negotiateLanguage(headers["accept-language"] ?? null);
}
