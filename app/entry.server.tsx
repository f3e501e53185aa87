import { randomBytes } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
  redirectDocument,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { recordDocument } from "~/analytics/record-view.server";
import { NonceProvider } from "~/nonce";
import { putIntoWords } from "~/shell/error-words.server";
import { forgetSources, setSecurityHeaders, sourcesOf } from "~/shell/security-headers.server";
import { pageLanguage } from "~/visitor/arrival/language.server";
import { authAfterCalls } from "~/visitor/identity/auth.server";
import { env } from "./env.server";
import { localeOf } from "./i18n/locales";
import { log } from "./log.server";
import { keepNativeWebGlobals } from "./native-web-globals.server";

/** For the host, which ends the process. */
export { sendLastEvents } from "~/analytics/tell-event.server";
/** For the host, which tells Prometheus. */
export { metricsText } from "~/metrics/metrics.server";

keepNativeWebGlobals();

// A mistake in the environment stops the process at start, not at the first request.
env();

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  putIntoWords(context, pageLanguage(request));
  const nonce = randomBytes(16).toString("base64");
  const markup = renderToString(
    <NonceProvider value={nonce}>
      <RemixServer context={context} url={request.url} />
    </NonceProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", localeOf(pageLanguage(request)).tag);
  headers.set("Vary", "Cookie, Accept-Language");
  // A stored page would be shown again with an old nonce, and may hold an order's data.
  headers.set("Cache-Control", "no-store");
  keepRetryAfter(headers, context);
  setSecurityHeaders(headers, nonce, sourcesOf(context));
  recordDocument(request, status, isFailed(request, status, context));
  return new Response(`<!DOCTYPE html>${afterThePage(markup)}`, { status, headers });
}

/** The page is complete without its scripts, so they are fetched after its pictures. Remix has no setting for that. */
const afterThePage = (markup: string): string =>
  markup.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** A form that comes back with its mistakes is a page as it should be. */
const isFailed = ({ method }: Request, status: number, { staticHandlerContext: { errors } }: EntryContext): boolean =>
  status >= 400 && (errors !== null || method !== "POST");

/** Remix drops the headers of what a loader or an action throws; Retry-After is kept. */
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
  forgetSources(response.headers);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  const { auth, cookies } = await authAfterCalls({ request, context });
  // The log-in question is part of the frame around the page, which is not in this answer: reload the whole document.
  if (auth.kind === "loggedOut" && mayReload(request, response)) return redirectDocument(documentAt(request));
  const told = response.headers.getSetCookie();
  for (const cookie of cookies.filter((one) => !told.includes(one))) response.headers.append("Set-Cookie", cookie);
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

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // Such as a POST to a page without a form: the client's mistake, and the access log has it.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Which page it was is in the access log, without what a path may carry.
  log.error({ requestId: request.headers.get("x-request-id"), err: error }, "a page failed");
};
