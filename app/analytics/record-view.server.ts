import { env } from "~/env.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { splitPath } from "~/i18n/pages";
import { sharedRendering } from "~/page-cache/shared-rendering.server";
import { hostFacts } from "~/security/host-facts.server";
import { frontId as uuid } from "~/upstream/contract/values/scalars";
import { cookieOf } from "~/visitor/browser/cookies.server";
import type { EventParams } from "./event-list";
import { tellableAddress } from "./page-address";
import { type About, isOpened, onceFor, pageNameOf, recordError, recordEvent } from "./record-event.server";

/** The parameters of a view of one of the site's addresses, and its page's language. */
export function viewOf({ pathname, search }: URL): { params: EventParams<"page_show">; language: LocaleCode } {
  const address = tellableAddress(pathname, search);
  const language = splitPath(pathname).lang ?? DEFAULT_LOCALE;
  const [path = ""] = address.split("?", 1);
  const route_name = `${pageNameOf(pathname)}___${language}`;
  return { params: { path, href: env().publicOrigin + address, route_name }, language };
}

/**
 * Tells what only the server knows of a document that it sends: that it was looked at, where its page has no scripts that could
 * say so, and that it is an error page.
 * @param isError it shows that the page asked for failed
 */
export function recordDocument(request: Request, status: number, isError: boolean): void {
  if (isError) recordError(request, String(status));
  if (hostFacts(request).problem === undefined) recordLightView(request);
}

/** @param at in milliseconds since 1970, where it is not now */
export function recordLightView(request: Request, at?: number): void {
  recordView(request, { scripts: "off", isFor: ({ isLite }) => isLite, at });
}

/**
 * Tells that a document is looked at; nobody looks at one that is rendered for the page cache. A browser that says so, too, names the
 * same view, which is told once.
 */
export function recordView(request: Request, about: About): void {
  if (sharedRendering() !== undefined) return;
  const { requestId } = hostFacts(request);
  const url = new URL(request.url);
  // Neither a waiting page that looks again by itself nor a form that comes back is a further view.
  if (url.searchParams.has("n") || url.searchParams.has("_data") || !isOpened(request)) return;
  const { params, language } = viewOf(url);
  const id = uuid.safeParse(requestId).data ?? onceFor("page_show", requestId);
  recordEvent(request, "page_show", params, { ...about, id, language });
}

/** Tells that another language than the one remembered is remembered from now on. @param headers the answer's, with its cookies */
export function recordLanguage(request: Request, chosen: LocaleCode, headers: Headers): void {
  const from = cookieOf(request, "LANGUAGE");
  const isRemembered = headers.getSetCookie().some((cookie) => cookie.startsWith("LANGUAGE="));
  if (!isLocaleCode(from) || !isRemembered || from === chosen) return;
  recordEvent(request, "language_switch", { from, to: chosen }, { language: chosen });
}
