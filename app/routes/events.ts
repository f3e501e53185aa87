import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { frontIdCopy } from "~/analytics/front-id.server";
import { correctedTime, type ReadBatch, readAddress, readBatch } from "~/analytics/read-batch.server";
import { recordEvent } from "~/analytics/record-event.server";
import { viewOf } from "~/analytics/record-view.server";
import { problemDocument } from "~/problem.server";
import { countSending, senderOf } from "~/security/limits/rate-limit.server";
import { frontId as uuid } from "~/upstream/contract/values/scalars";
import { consentOf, visitorOf } from "~/visitor/visitor.server";

/**
 * Where browsers tell which pages were looked at: the only thing that is believed of them. The body is a ViewBatch (see
 * analytics/batch.ts). Answers 204, also where nothing may be told of the visitor.
 */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return problemDocument(405, "Method Not Allowed", { headers: { Allow: METHODS } });
  const refused = await refusalOf(request);
  if (refused !== undefined) return refused;
  const read = readBatch(await request.text());
  if (!read.ok) return problemDocument(read.status, TITLES[read.status], { detail: read.detail });
  const { mayTrack } = await consentOf(request);
  const cookie = mayTrack ? frontIdCopy(request, read.batch.front_id) : undefined;
  if (mayTrack) recordViews(request, read.batch);
  return new Response(null, {
    status: 204,
    headers: cookie === undefined ? NO_STORE : { ...NO_STORE, "Set-Cookie": cookie },
  });
}

/**
 * A picture in pages with scripts, for browsers that run none: `page` is the document's address. The view has the id of this
 * request, because the document, which is the same for everybody, has none in it; nobody else tells of it. A browser without
 * cookies is another one to analytics in each of its requests, so also in this one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = readAddress(searchParams.get("page"));
  if (page === undefined) return problemDocument(400, TITLES[400], { detail: "page must be a path of this site" });
  const refused = isForeign(request) ? problemDocument(403, "Forbidden") : await refusalOf(request);
  if (refused !== undefined) return refused;
  const { params, language } = viewOf(page);
  const id = uuid.safeParse(request.headers.get("x-request-id")).data;
  recordEvent(request, "page_show", params, { id, language, scripts: "off" });
  return new Response(PICTURE, { headers: { ...NO_STORE, "Content-Type": "image/gif" } });
}

/** Another site's page would count views that nobody had. Browsers that do not say where a request comes from are believed. */
const isForeign = ({ headers }: Request): boolean => !["same-origin", null].includes(headers.get("sec-fetch-site"));

const METHODS = "GET, HEAD, POST";
const TITLES = { 400: "Bad Request", 413: "Content Too Large", 422: "Unprocessable Content" } as const;
const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** One transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const IPAD = { os_name: "iOS", os_version: "", isIos: true, isAndroid: false };

function recordViews(request: Request, { front_id: frontId, sent_at, is_ipad, views }: ReadBatch): void {
  const device = is_ipad ? IPAD : undefined;
  const now = Date.now();
  for (const { id, at: told, address } of views) {
    const at = correctedTime(told, sent_at, now);
    if (at === undefined) continue;
    const { params, language } = viewOf(address);
    recordEvent(request, "page_show", params, { id, at, language, frontId, device, scripts: "on" });
  }
}

/** The answer to a sender who has told too much lately. */
async function refusalOf(request: Request): Promise<Response | undefined> {
  const seconds = await countSending("events", senderOf(await visitorOf(request)));
  if (seconds === undefined) return undefined;
  return problemDocument(429, "Too Many Requests", { headers: { "Retry-After": String(seconds) } });
}
