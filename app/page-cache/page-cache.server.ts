import { trace } from "@opentelemetry/api";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import { appMetrics, pageCache as counted } from "~/metrics/metrics.server";
import { isGoodCoupon } from "~/offers/apply-coupon.server";
import { REQUEST_ID, renderShared } from "~/security/host-facts.server";
import { withAnswers } from "~/upstream/answer-cache.server";
import { answerWith, type CachedAnswer, type CachedPage, type ToRequest } from "./cached-answer.server";
import { marksIn } from "./member.server";
import { PageBytes } from "./page-bytes.server";
import { requestFor } from "./request-for.server";
import { markedToken } from "./token-in-link.server";
import { type Choices, factsOf, type Variant, type Visit, variantOf } from "./variant.server";

/** So long a page is sent that was rendered with answers which are fresh no more, while a new one is rendered. */
const STALE_MS = 10 * 60_000;
/** As long as the payments API's answers; see upstream/catalogue.server.ts. */
const FRESH_MS = 60_000;
/** While the payments API is away, a page is not rendered anew more often. */
const RENEWAL_PAUSE_MS = 5_000;
/** About 250 pages with what they are compressed to. */
const MOST_PAGE_BYTES = 32 * 1024 * 1024;

/** Renders a page as the site does without this cache. */
type Render = (request: Request) => Promise<Response>;

const pagesByKey = new LRUCache<string, CachedPage>({
  maxSize: MOST_PAGE_BYTES,
  sizeCalculation: ({ bytes }) => bytes.size,
});
appMetrics.gauge(
  "site_page_cache_bytes",
  "What cached pages take, with what they are compressed to estimated; the cache may have 32 MB.",
  {},
  () => [[{}, pagesByKey.calculatedSize]],
);
/** Renderings under way, by the page's key: whoever comes meanwhile waits for the same one. */
const renderingsByKey = new Map<string, Promise<CachedPage | undefined>>();
/** Pages that turned out not to be the same for everybody, or not to be there, such as that of an unknown plan. */
const uncacheable = new LRUCache<string, true>({ max: 1_000, ttl: FRESH_MS });

/** For tests, and after a change of settings: forgets all pages. */
export function forgetPages(): void {
  pagesByKey.clear();
  uncacheable.clear();
}

/** So many pages are rendered at once for whoever comes first. More wait for their turn like any other page. */
const MOST_AT_ONCE = 4;

/** What the cache has for a request. `variant`: set where the page is not there and waits for its turn; then `fill` answers. */
interface Found {
  variant: Variant | undefined;
  answer: CachedAnswer | undefined;
}

/** Answers a request out of the cache, where it has the page. @param render for a newer one, which nobody waits for */
export async function find(visit: Visit, toRequest: ToRequest, render: Render): Promise<Found> {
  const variant = await variantOf(visit, toRequest);
  if (variant === undefined || uncacheable.has(variant.key)) return { variant: undefined, answer: undefined };
  const page = pagesByKey.get(variant.key);
  const now = Date.now();
  if (page === undefined || page.madeAt + staleMsOf(variant.choices) < now) {
    if (!renderingsByKey.has(variant.key) && renderingsByKey.size >= MOST_AT_ONCE)
      return { variant, answer: undefined };
    // Whoever comes meanwhile waits for the same rendering, however many they are.
    return { variant: undefined, answer: await fill(variant, visit, toRequest, render) };
  }
  const isStale = page.freshUntil < now;
  countAnswer(isStale ? "stale" : "hit");
  if (isStale && page.madeAt + RENEWAL_PAUSE_MS < now) void renewPage(variant, visit, render);
  return { variant, answer: await answerWith(page, variant, visit, toRequest) };
}

/** A coupon may be used up any moment. */
const staleMsOf = ({ coupon }: Choices): number => (coupon === undefined ? STALE_MS : FRESH_MS);

/** Counts an answer, and names it in the request's trace. */
function countAnswer(outcome: "hit" | "stale" | "miss"): void {
  counted.add({ outcome });
  trace.getActiveSpan()?.setAttribute("page_cache", outcome);
}

/** Renders a page that the cache does not have yet, once for all who come, and stores it; undefined for one that cannot be cached. */
export async function fill(
  variant: Variant,
  visit: Visit,
  toRequest: ToRequest,
  render: Render,
): Promise<CachedAnswer | undefined> {
  countAnswer("miss");
  const page = await rendered(variant, visit, render, false);
  return page && answerWith(page, variant, visit, toRequest);
}

const renewPage = (variant: Variant, visit: Visit, render: Render): Promise<unknown> =>
  rendered(variant, visit, render, true).catch((error: unknown) => {
    log.error({ err: error }, "a cached page could not be rendered anew");
  });

function rendered(
  variant: Variant,
  visit: Visit,
  render: Render,
  wantsFresh: boolean,
): Promise<CachedPage | undefined> {
  const { key } = variant;
  const underWay = renderingsByKey.get(key);
  if (underWay !== undefined) return underWay;
  const rendering = renderPage(variant, visit, render, wantsFresh)
    .then((page) => {
      if (page === undefined) pagesByKey.delete(key);
      else pagesByKey.set(key, page);
      return page;
    })
    .finally(() => renderingsByKey.delete(key));
  renderingsByKey.set(key, rendering);
  return rendering;
}

async function renderPage(
  { key, choices, answers }: Variant,
  visit: Visit,
  render: Render,
  wantsFresh: boolean,
): Promise<CachedPage | undefined> {
  const requestId = crypto.randomUUID();
  const request = await requestFor(choices, { requestId, build: factsOf(visit).build });
  const { response, rendering } = await withAnswers(answers, () => renderShared(wantsFresh, () => render(request)));
  const html = await response.text();
  // What is made from a request's id, such as a support reference, is one visitor's.
  const isPersonal = html.includes(requestId);
  if (response.status === 404 || isPersonal) uncacheable.set(key, true);
  if (response.status !== 200 || isPersonal) return undefined;
  if (choices.coupon !== undefined && !isGoodCoupon(choices.appType, choices.coupon)) return undefined;
  const before = pagesByKey.peek(key);
  const made = new PageBytes(html, {
    ...(answers.member && marksIn(answers.member)),
    ...(choices.hasTokenInLink && { storeToken: (await markedToken()).mark }),
  });
  return {
    // What it was compressed to stays good as long as nothing changes.
    bytes: before?.bytes.equals(made) ? before.bytes : made,
    headers: sharedHeaders(response),
    madeAt: Date.now(),
    freshUntil: rendering.answeredAt + FRESH_MS,
    events: rendering.events,
  };
}

/** Headers of one request's answer alone. */
const NOT_SHARED = new Set(["set-cookie", REQUEST_ID, "server-timing"]);

function sharedHeaders(response: Response): CachedPage["headers"] {
  const shared = [...response.headers].filter(([name]) => !NOT_SHARED.has(name) && name !== "vary");
  return [...shared, ["vary", [response.headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ")]];
}
