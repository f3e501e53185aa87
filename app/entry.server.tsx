import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
  redirectDocument,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { isShownNow } from "~/analytics/after-answer.server";
import { sendLastEvents as sendEvents } from "~/analytics/event-queue.server";
import { recordDocument } from "~/analytics/record-event.server";
import { putIntoWords } from "~/errors/errors.server";
import { hostFacts, receive } from "~/security/host-facts.server";
import { forgetSources, setSecurityHeaders, sourcesOf } from "~/security/security-headers.server";
import type { PageFrame } from "~/shell/page-frame";
import { PageDataProvider } from "~/shell/scripts/page-data";
import { type Manifest, messagesBlock, pageState } from "~/shell/scripts/page-state.server";
import { stylesOf } from "~/styles/stylesheet";
import { pageLanguage } from "~/visitor/arrival/language.server";
import { sendLastStoreTokens } from "~/visitor/arrival/send-store-token.server";
import { type CookieName, cookieOf } from "~/visitor/browser/cookies.server";
import { isInAppBrowser, userAgentOf } from "~/visitor/browser/device.server";
import { authAfterCalls } from "~/visitor/identity/auth.server";
import { SIGNED_LINK_PARAMS } from "~/visitor/session.server";
import { env } from "./env.server";
import { DEFAULT_LOCALE, localeOf } from "./i18n/locales";
import { messagesOf } from "./i18n/messages.server";
import { log } from "./log.server";
import { keepNativeWebGlobals } from "./native-web-globals.server";

/** For the host, which ends the process. */
export const sendLastEvents = async (ms: number): Promise<void> => {
  await Promise.all([sendEvents(ms), sendLastStoreTokens(ms)]);
};
/** For the host, which serves Prometheus. */
export { metricsText } from "~/metrics/metrics.server";
/** For the host, which answers what it can before Remix. */
export * as pageCache from "~/page-cache/page-cache.server";
/** For the host, which takes no request before. */
export { connectRedis } from "~/store/redis.server";
/** For the host, where it has several workers. */
export { countInPrimary } from "~/store/store.server";

keepNativeWebGlobals();

// A mistake in the environment stops the process at start, not at the first request.
env();

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Response {
  receive({ request, context: loadContext });
  const { errors, loaderData } = context.staticHandlerContext;
  putIntoWords(errors ?? {}, pageLanguage(request));
  const frame: PageFrame | undefined = loaderData.root;
  const markup = renderToString(
    <PageDataProvider value={{ ...pageData(context, frame), requestId: hostFacts(request).requestId }}>
      <RemixServer context={context} url={request.url} />
    </PageDataProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", localeOf(pageLanguage(request)).tag);
  headers.set("Vary", "Cookie, Accept-Language");
  headers.set("Cache-Control", cacheControl(request, status));
  keepRetryAfter(headers, context);
  const hasScripts = frame?.hasScripts === true;
  setSecurityHeaders(headers, { styles: stylesOf(frame), hasScripts }, sourcesOf(context));
  if (new URL(request.url).searchParams.has("code")) headers.set("Referrer-Policy", "strict-origin");
  recordDocument(request, status, isFailed(request, status, context));
  const html = `<!DOCTYPE html>${markup}`;
  // The text as well, so that the host sends it without reading the response's stream.
  return Object.assign(new Response(html, { status, headers }), { html });
}

/**
 * What nobody is known by may stay in the browser's back/forward cache. Everything else goes with its page: an order, receipts, an
 * account, a form's answer, and an error, which may be over.
 */
function cacheControl(request: Request, status: number): string {
  const { searchParams } = new URL(request.url);
  const isSomebodys =
    SOMEBODYS_COOKIES.some((name) => cookieOf(request, name) !== undefined) ||
    SOMEBODYS_PARAMS.some((name) => searchParams.has(name)) ||
    hasTokenInLink(request);
  return request.method === "POST" || status !== 200 || isSomebodys ? "no-store" : "private, no-cache";
}

/** Inside an app's browser, the page's link out of it carries the store's token. */
const hasTokenInLink = (request: Request): boolean =>
  cookieOf(request, "storeToken") !== undefined && isInAppBrowser(userAgentOf(request));

const SOMEBODYS_COOKIES = ["session", "paypal_token", "receipts"] as const satisfies readonly CookieName[];
/** Everything but what says where a visitor comes from, and which prices they want. */
const SOMEBODYS_PARAMS = ["o", "k", "code", "email", "coupon", "done", "sent", "order_id", ...SIGNED_LINK_PARAMS];

/** `frame` is missing where the root loader failed: the page then has hardly any words, and no scripts. */
function pageData(
  context: EntryContext,
  frame: PageFrame | undefined,
): ComponentProps<typeof PageDataProvider>["value"] {
  const { lang = DEFAULT_LOCALE, hasScripts = false } = frame ?? {};
  const page = frame === undefined || frame.page === "other" ? undefined : frame.page;
  const messages = messagesOf(lang, page);
  if (!hasScripts) return { messages };
  const { entry, hmr }: Manifest = context.manifest;
  const blocks = { state: pageState(context), messages: messagesBlock(lang, page) };
  return { messages, sent: { blocks, entry: entry.module, runFirst: hmr?.runtime } };
}

/** A form that comes back with its mistakes is a page as it should be. */
const isFailed = ({ method }: Request, status: number, { staticHandlerContext: { errors } }: EntryContext): boolean =>
  status >= 400 && (errors !== null || method !== "POST");

/** Remix drops the headers of what a loader or an action throws; Retry-After is put back. */
function keepRetryAfter(
  headers: Headers,
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
): void {
  const answers = [...Object.values(loaderHeaders), ...Object.values(actionHeaders)];
  const retryAfter = answers.map((answer) => answer.get("Retry-After")).find((value) => value !== null);
  if (retryAfter) headers.set("Retry-After", retryAfter);
}

export async function handleDataRequest(
  response: Response,
  { request, context }: LoaderFunctionArgs,
): Promise<Response> {
  receive({ request, context });
  forgetSources(response.headers);
  // The browser knows no route but the page's own.
  if (response.headers.has("X-Remix-Redirect")) response.headers.set("X-Remix-Reload-Document", "true");
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  const { auth, cookies } = await authAfterCalls({ request, context });
  // The log-in question is part of the frame around the page, which is not in this answer: reload the whole document.
  if (auth.kind === "loggedOut" && mayReload(request, response)) return redirectDocument(documentAt(request));
  if (!response.headers.has("X-Remix-Redirect")) isShownNow(request);
  const alreadySet = response.headers.getSetCookie();
  for (const cookie of cookies.filter((one) => !alreadySet.includes(one)))
    response.headers.append("Set-Cookie", cookie);
  return response;
}

/** No reload where the frame's own data has the question already, or where a redirect leads to a page that has it. */
const mayReload = ({ method, url }: Request, { headers }: Response): boolean =>
  method === "GET" && new URL(url).searchParams.get("_data") !== "root" && !headers.has("X-Remix-Redirect");

/** The address of the page whose data the script asked for. */
function documentAt(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_data");
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  receive({ request, context });
  if (request.signal.aborted) return;
  // Such as a POST to a page without a form: the client's mistake, and the access log has it.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Which page it was is in the access log, without what a path may carry.
  log.error({ requestId: hostFacts(request).requestId, err: error }, "a page failed");
};
