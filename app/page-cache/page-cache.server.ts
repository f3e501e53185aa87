import { trace } from "@opentelemetry/api";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { frontIdFor, frontIdIn, newFrontIdCookie } from "~/analytics/front-id.server";
import { recordLightView } from "~/analytics/record-view.server";
import { tellLater } from "~/analytics/tell-event.server";
import { env } from "~/env.server";
import { noteRendering } from "~/kept-rendering.server";
import { log } from "~/log.server";
import { appMetrics, pageCache as counted } from "~/metrics/metrics.server";
import { needsToken, tokenOf } from "~/security/csrf.server";
import { knownGeo } from "~/upstream/visitor-facts.server";
import { countryOf } from "~/visitor/visitor.server";
import { newOwnFields } from "./own-fields.server";
import { ENCODINGS, type Encoding, PageBytes } from "./page-bytes.server";
import { type Asked, headerOf, type Variant, variantOf } from "./variant.server";

/** So long a page is sent that was rendered with answers which are fresh no more, while a new one is rendered. */
const STALE_MS = 10 * 60_000;
/** As long as the payments API's answers; see upstream/catalogue.server.ts. */
const FRESH_MS = 60_000;
/** While the payments API is away, a page is not rendered anew more often. */
const PAUSE_MS = 5_000;
/** About 250 pages with what they are compressed to. */
const MOST_BYTES = 32 * 1024 * 1024;

interface KeptPage {
  bytes: PageBytes;
  headers: readonly [name: string, value: string][];
  /** In milliseconds since 1970. */
  madeAt: number;
  freshUntil: number;
  tellings: readonly ((request: Request, at: number) => void)[];
}

/** An answer out of the cache. */
export interface KeptAnswer {
  status: 200 | 304;
  headers: readonly [name: string, value: string][];
  cookies: readonly string[];
  body: Buffer | undefined;
}

/** Renders a page as the site does without this cache. */
type Render = (request: Request) => Promise<Response>;

const pages = new LRUCache<string, KeptPage>({
  maxSize: MOST_BYTES,
  sizeCalculation: ({ bytes }) => bytes.size,
});
appMetrics.gauge(
  "site_page_cache_bytes",
  "What kept pages take, with what they are compressed to estimated; the cache may have 32 MB.",
  {},
  () => [[{}, pages.calculatedSize]],
);
/** Renderings under way, by the page's key: whoever asks meanwhile waits for the same one. */
const renderings = new Map<string, Promise<KeptPage | undefined>>();
/** Pages that turned out not to be the same for everybody, or not to be there, such as that of an unknown plan. */
const refused = new LRUCache<string, true>({ max: 1_000, ttl: FRESH_MS });

/** For tests, and after a change of settings: forgets all pages. */
export function forgetPages(): void {
  pages.clear();
  refused.clear();
}

/** So many pages are rendered at once for whoever asks first. More wait for their turn like any other page. */
const MOST_AT_ONCE = 4;

/** What the cache has for a request. `variant`: set where the page may be kept and waits for its turn, so `keep` can answer it. */
interface Found {
  variant: Variant | undefined;
  answer: KeptAnswer | undefined;
}

/** The request as loaders get it; made only where it is needed. */
type ToRequest = () => Request;

/** Answers a request out of the cache, where it has the page. @param render for a newer one, which nobody waits for */
export async function find(asked: Asked, toRequest: ToRequest, render: Render): Promise<Found> {
  const variant = await variantOf(asked);
  if (variant === undefined || refused.has(variant.key)) return { variant: undefined, answer: undefined };
  const page = pages.get(variant.key);
  const now = Date.now();
  if (page === undefined || page.madeAt + STALE_MS < now) {
    if (!renderings.has(variant.key) && renderings.size >= MOST_AT_ONCE) return { variant, answer: undefined };
    // Whoever comes meanwhile waits for the same rendering, however many they are.
    return { variant: undefined, answer: await keep(variant, asked, toRequest, render) };
  }
  const isStale = page.freshUntil < now;
  note(isStale ? "stale" : "hit");
  if (isStale && page.madeAt + PAUSE_MS < now) void renewed(variant, asked, render);
  return { variant, answer: await answered(page, variant, asked, toRequest) };
}

/** Counts an answer, and tells it of the request where that is traced. */
function note(outcome: "hit" | "stale" | "miss"): void {
  counted.add({ outcome });
  trace.getActiveSpan()?.setAttribute("page_cache", outcome);
}

/** Renders a page that the cache does not have yet, once for all who ask, and keeps it; undefined for one that cannot be kept. */
export async function keep(
  variant: Variant,
  asked: Asked,
  toRequest: ToRequest,
  render: Render,
): Promise<KeptAnswer | undefined> {
  note("miss");
  const page = await rendered(variant, asked, render, false);
  return page && answered(page, variant, asked, toRequest);
}

const renewed = (variant: Variant, asked: Asked, render: Render): Promise<unknown> =>
  rendered(variant, asked, render, true).catch((error: unknown) => {
    log.error({ err: error }, "a kept page could not be rendered anew");
  });

function rendered(variant: Variant, asked: Asked, render: Render, wantsFresh: boolean): Promise<KeptPage | undefined> {
  const { key } = variant;
  const underWay = renderings.get(key);
  if (underWay !== undefined) return underWay;
  const rendering = renderPage(variant, asked, render, wantsFresh)
    .then((page) => {
      if (page === undefined) pages.delete(key);
      else pages.set(key, page);
      return page;
    })
    .finally(() => renderings.delete(key));
  renderings.set(key, rendering);
  return rendering;
}

/** From the visitor's own request come only the network address, for the country that the key has anyway, and the build. */
const TAKEN = ["x-visitor-ip", "x-edge-build"];

/** The request that a page is rendered for. */
function impersonal({ path, headers }: Variant, asked: Asked, requestId: string): Request {
  const { publicOrigin } = env();
  const sent = new Headers({ ...headers, host: new URL(publicOrigin).host, "x-request-id": requestId });
  for (const name of TAKEN) {
    const value = headerOf(asked, name);
    if (value !== null) sent.set(name, value);
  }
  return new Request(publicOrigin + path, { headers: sent });
}

async function renderPage(
  variant: Variant,
  asked: Asked,
  render: Render,
  wantsFresh: boolean,
): Promise<KeptPage | undefined> {
  const { key } = variant;
  const requestId = crypto.randomUUID();
  const request = impersonal(variant, asked, requestId);
  const { rendered: response, noted } = await noteRendering(requestId, wantsFresh, () => render(request));
  const html = await response.text();
  if (response.status === 404 || html.includes(requestId)) refused.set(key, true);
  if (response.status !== 200 || html.includes(requestId)) return undefined;
  // The country was found out meanwhile, so the page may be another country's.
  const geo = knownGeo(headerOf(asked, "x-visitor-ip") ?? "");
  if (geo !== undefined && countryOf(geo) !== variant.country) return undefined;
  const before = pages.peek(key);
  const made = new PageBytes(html);
  return {
    // What it was compressed to stays good as long as nothing changes.
    bytes: before?.bytes.equals(made) ? before.bytes : made,
    headers: keptHeaders(response),
    madeAt: Date.now(),
    freshUntil: noted.answeredAt + FRESH_MS,
    tellings: noted.tellings,
  };
}

/** Headers of one request's answer alone. */
const NOT_KEPT = new Set(["set-cookie", "x-request-id", "server-timing"]);

function keptHeaders(response: Response): KeptPage["headers"] {
  const kept = [...response.headers].filter(([name]) => !NOT_KEPT.has(name) && name !== "vary");
  return [...kept, ["vary", [response.headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ")]];
}

async function answered(
  { bytes, headers, tellings }: KeptPage,
  variant: Variant,
  asked: Asked,
  toRequest: ToRequest,
): Promise<KeptAnswer> {
  const at = Date.now();
  if (variant.mayTrack && (variant.isLite || tellings.length > 0)) tellLater(() => tellAll(tellings, toRequest(), at));
  const { cookies, ...ids } = idsOf(variant, headerOf(asked, "x-request-id") ?? crypto.randomUUID());
  const { etag, gap } = bytes;
  if (etag !== undefined && isNamed(etag, headerOf(asked, "if-none-match")))
    return { status: 304, headers: [...headers, ["etag", etag]], cookies, body: undefined };
  const own = gap === undefined ? "" : newOwnFields({ ...gap, ...ids });
  const encoding = encodingFor(headerOf(asked, "accept-encoding"));
  const answer: [string, string][] = [...headers];
  if (etag !== undefined) answer.push(["etag", etag]);
  if (encoding !== "identity") answer.push(["content-encoding", encoding]);
  return { status: 200, headers: answer, cookies, body: await bytes.encoded(encoding, own) };
}

/** What the visitor is known by, and the cookies that tell it to a browser that has none. */
function idsOf({ page, mayTrack, choices, cookie }: Variant, requestId: string) {
  const { token, setCookie } = needsToken(page) ? tokenOf(cookie("csrf"), requestId) : NO_TOKEN;
  const known = mayTrack ? frontIdIn(cookie("userId")) : undefined;
  const frontId = known ?? (mayTrack ? frontIdFor(requestId) : "");
  const cookies = [...choices];
  if (setCookie !== undefined) cookies.push(setCookie);
  if (mayTrack && known === undefined) cookies.push(newFrontIdCookie(frontId));
  return { browser: token, frontId, cookies };
}

const NO_TOKEN: ReturnType<typeof tokenOf> = { token: "", setCookie: undefined };

/** What a visitor has opened is told as if it had been rendered for them. */
function tellAll(tellings: KeptPage["tellings"], request: Request, at: number): void {
  for (const tell of tellings) tell(request, at);
  recordLightView(request, at);
}

function encodingFor(accepted: string | null): Encoding {
  if (accepted === null) return "identity";
  const known = encodings.get(accepted) ?? negotiated(accepted);
  if (accepted.length <= LONGEST_KNOWN) encodings.set(accepted, known);
  return known;
}

const encodings = new LRUCache<string, Encoding>({ max: 100 });
const LONGEST_KNOWN = 64;

function negotiated(accepted: string): Encoding {
  const [best] = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => encoding === best) ?? "identity";
}

/** Compares weakly, as for GET. */
const isNamed = (etag: string, named: string | null): boolean =>
  named?.split(",").some((one) => one.trim() === etag || one.trim() === "*") ?? false;
