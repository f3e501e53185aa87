import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readAddress, readBatch } from "~/analytics/read-batch.server";
import { frontIdCookie, frontIdIn, recordAddress } from "~/analytics/record-event.server";
import { FRONT_ID_HEADER } from "~/analytics/view-batch";
import { problemDocument } from "~/errors/errors.server";
import { hostFacts } from "~/security/host-facts.server";
import { countSending, senderOf } from "~/security/limits/rate-limit.server";
import { frontId as uuid } from "~/upstream/contract/values/scalars";
import { referringPage } from "~/visitor/arrival/language.server";
import { type Consent, chosenConsent, trackingCookies } from "~/visitor/attribution/tracking.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { consentOf, visitorOf } from "~/visitor/visitor.server";

/**
 * Where browsers report which pages were looked at: the only thing that is believed of them. The body is a ViewBatch (see
 * analytics/read-batch.server.ts), or empty with `?asks=1`. Answers 204, also where nothing of the visitor may be recorded.
 */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST")
    return problemDocument(405, "Method Not Allowed", { headers: { Allow: EVENTS_METHODS } });
  const refused = await tooManyRequests(request);
  if (refused !== undefined) return refused;
  if (new URL(request.url).searchParams.get("asks") === "1")
    return new Response(null, { status: 204, headers: notKept(request) });
  const read = readBatch(await request.text());
  if (!read.ok) return problemDocument(read.status, PROBLEM_TITLES[read.status], { detail: read.detail });
  if (!(await consentOf(request)).mayTrack) return new Response(null, { status: 204, headers: NO_STORE });
  const { front_id: said, document = hostFacts(request).requestId, views } = read.batch;
  const kept = cookieOf(request, "userId");
  const frontId = said ?? frontIdIn(kept, document);
  for (const { id, at, address } of views) recordAddress(request, address, { id, at, frontId, scripts: "on" });
  const cookie = frontIdCookie(kept, frontId);
  const headers = new Headers(NO_STORE);
  if (cookie !== undefined) headers.set("Set-Cookie", cookie);
  if (said === undefined) headers.set(FRONT_ID_HEADER, frontId);
  return new Response(null, { status: 204, headers });
}

/** The browser's time zone is of a place that asks: what was remembered of its visitor goes, and from the next page on they are asked. */
function notKept(request: Request): Headers {
  const headers = new Headers(NO_STORE);
  if (chosenConsent(request) !== undefined) return headers;
  for (const cookie of [cookieHeader("asks", "1"), ...trackingCookies(request, NOT_AGREED)])
    headers.append("Set-Cookie", cookie);
  return headers;
}

const NOT_AGREED: Consent = { mayTrack: false, isAsked: false };

/**
 * A picture in pages with scripts, for browsers that run none: `page` is the document's path; its query is the browser's to say, as a
 * document is the same with any. The view has the id of this request, because the document has none in it; nobody else reports it. Which
 * document a browser without cookies has cannot be known, so its view is nobody's.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = readAddress(searchParams.get("page"));
  if (page === undefined)
    return problemDocument(400, PROBLEM_TITLES[400], { detail: "page must be a path of this site" });
  const refused = isForeign(request) ? problemDocument(403, "Forbidden") : await tooManyRequests(request);
  if (refused !== undefined) return refused;
  const id = uuid.safeParse(hostFacts(request).requestId).data;
  const document = referringPage(request);
  const shown = document?.pathname === page.pathname ? document : page;
  recordAddress(request, shown, { id, scripts: "off", isWithoutPage: true });
  return new Response(PICTURE, { headers: { ...NO_STORE, "Content-Type": "image/gif" } });
}

/** Another site's page would count views that nobody had. Browsers that do not say where a request comes from are believed. */
const isForeign = ({ headers }: Request): boolean => !["same-origin", null].includes(headers.get("sec-fetch-site"));

const EVENTS_METHODS = "GET, HEAD, POST";
const PROBLEM_TITLES = { 400: "Bad Request", 413: "Content Too Large", 422: "Unprocessable Content" } as const;
const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** One transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The answer to a sender who has reported too much lately. */
async function tooManyRequests(request: Request): Promise<Response | undefined> {
  const seconds = await countSending("events", senderOf(await visitorOf(request)));
  if (seconds === undefined) return undefined;
  return problemDocument(429, "Too Many Requests", { headers: { "Retry-After": String(seconds) } });
}
