import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { pageSearch, paths } from "~/paths";
import { store, stored, storedJson, unstore } from "~/visitor/browser/storage";
import type { View, ViewBatch } from "./read-batch.server";
import { BATCH_VIEWS, FRONT_ID_HEADER, harmlessAddress } from "./view-batch";

type Page = Pick<Location, "pathname" | "search">;

interface ShownDocument {
  mayTrack: boolean;
  /** It is the answer to a form that comes back: the page was looked at before. */
  isAfterSubmit: boolean;
}

/** Reports a document at once: React may take it over only after the visitor has left. */
export function reportDocument({ mayTrack, isAfterSubmit }: ShownDocument): void {
  if (!mayTrack) return;
  const { pathname, search } = location;
  showPage({ pathname, search }, isAfterSubmit);
  addEventListener("pagehide", onEvent);
}

const HEARD = ["pageshow", "pagehide", "visibilitychange", "online"] as const;

/**
 * Reports each navigation in the document, and its return from the back/forward cache. Where the visitor may not be tracked, views that
 * wait are forgotten.
 */
export function usePageViews({ mayTrack, isAfterSubmit }: ShownDocument): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!mayTrack) return setQueue([]);
    showPage({ pathname, search }, isAfterSubmit);
    for (const name of HEARD) addEventListener(name, onEvent);
    return () => {
      for (const name of HEARD) removeEventListener(name, onEvent);
    };
  }, [mayTrack, isAfterSubmit, pathname, search]);
}

function onEvent(event: Event): void {
  if (event.type === "pageshow") {
    if ("persisted" in event && event.persisted && lastShown) queueView(randomId(), lastShown);
  } else if (event.type === "pagehide" || document.visibilityState === "hidden") sendBeforeLeaving();
  else sendIn(0);
}

/** The last view of this document. */
let lastShown: Page | undefined;

/** The document's first view has the id of its request, where the browser knows it. */
function showPage(page: Page, isAfterSubmit: boolean): void {
  const isSeen = lastShown ? page.pathname + page.search === lastShown.pathname + lastShown.search : isAfterSubmit;
  if (!isSeen) queueView([lastShown ? undefined : documentId()].find(isId) ?? randomId(), page);
  lastShown = page;
}

/** The name of the Server-Timing entry in which the host gives the id of a document's request (host/answers/pages.ts). */
const TIMING = "view";

/**
 * The id of the document's request, by which logs and analytics know its view, too. It is in a header and not in the page, so that
 * a page can be the same for everybody. Undefined in browsers that do not show it (Safari before 16.4), and without our host.
 */
export function documentId(): string | undefined {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  if (!(navigation instanceof PerformanceNavigationTiming)) return undefined;
  return navigation.serverTiming?.find(({ name }) => name === TIMING)?.description;
}

/** Reports a document's view where the browser runs no scripts. Not `hidden`, which would keep it from being loaded, and no `<img>`, which text browsers print. */
export function ViewPicture() {
  const { pathname, search } = useLocation();
  // A waiting page that looks again by itself is no further view.
  if (new URLSearchParams(search).has("n")) return null;
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <image href={paths.events({ page: harmlessAddress(pathname, pageSearch(search)) })} />
    </svg>
  );
}

/** A UUID of a known version. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const isId = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** A random UUID. Not by crypto.randomUUID, which older browsers and pages without https lack. */
const randomId = (): string => "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, randomDigit);
const randomDigit = (): string => (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16);

/**
 * The browser's id for analytics, a UUID: local storage's, else the one that the server gave in the cookie. Where cookies are refused, the
 * server says which one it counts the document's visitor under; it is a new one where the document is not known.
 */
function browserId(): string | undefined {
  const [, given] = /(?:^|; )userId=([^;]*)/.exec(document.cookie) ?? [];
  const id = [stored("userId"), given].find(isId) ?? (isId(documentId()) ? undefined : randomId());
  keepBrowserId(id);
  return id;
}

function keepBrowserId(id: string | null | undefined): void {
  if (id) store("userId", id);
}

const MOST_STORED = 100;
const SOON_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** No answer, trouble at the server, or too many requests: what was sent is sent again. */
const FAILURES = /^(0|5|408|429)/;

/** Taken out of the queue, so that no other tab sends them too, until the server has answered. */
let underWay: View[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** How long to wait before sending; longer than SOON_MS while sending fails. */
let pauseMs = SOON_MS;

/** The server refuses whatever else may be in the list, and then that is gone. */
const areViews: (found: unknown) => found is View[] = Array.isArray;

function queue(): View[] {
  const found = storedJson("views");
  return areViews(found) ? found : [];
}

function setQueue(views: View[]): void {
  if (views.length === 0) unstore("views");
  else store("views", JSON.stringify(views.slice(-MOST_STORED)));
}

/** The oldest views, out of the queue: as many as one batch holds, which is then below BATCH_BYTES, too. */
function takeBatch(): View[] {
  const views = queue();
  setQueue(views.slice(BATCH_VIEWS));
  return views.slice(0, BATCH_VIEWS);
}

function putBack(views: View[]): void {
  setQueue([...views, ...queue()]);
  underWay = [];
}

/** Adds a view of this moment to the queue, which is sent soon. */
function queueView(id: string, { pathname, search }: Page): void {
  const views = [...queue(), { id, at: Date.now(), address: harmlessAddress(pathname, search) }];
  setQueue(views);
  sendIn(views.length < BATCH_VIEWS ? pauseMs : 0);
}

function sendIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(sendQueue, ms);
}

async function sendQueue(): Promise<void> {
  // Offline a request would only complain on the console; the event `online` sends again.
  if (underWay.length > 0 || !navigator.onLine) return;
  const views = takeBatch();
  if (views.length === 0) return;
  underWay = views;
  const { status, headers } = await post(batchOf(views));
  keepBrowserId(headers.get(FRONT_ID_HEADER));
  const hasFailed = FAILURES.test(String(status));
  const retryMs = (Number(headers.get("Retry-After")) || 0) * 1_000;
  pauseMs = hasFailed ? Math.max(retryMs, Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) : SOON_MS;
  if (underWay === views) putBack(hasFailed ? views : []);
  if (queue().length > 0) sendIn(pauseMs);
}

/**
 * Hands the oldest batch to the browser, because the page may be gone in a moment. What is under way goes along: its answer
 * may never come, and the server ignores a view that it knows already. While sending fails the views stay for the next page,
 * because nobody hears how a beacon ended.
 */
function sendBeforeLeaving(): void {
  putBack(underWay);
  if (!navigator.onLine || pauseMs > SOON_MS) return;
  const views = takeBatch();
  if (views.length === 0) return;
  const batch = batchOf(views);
  if ("sendBeacon" in navigator && navigator.sendBeacon(paths.events(), batch)) return;
  putBack(views);
  post(batch);
}

function batchOf(views: View[]): Blob {
  const id = browserId();
  const batch: ViewBatch = { front_id: id, document: id ? undefined : documentId(), sent_at: Date.now(), views };
  return new Blob([JSON.stringify(batch)], { type: "application/json" });
}

/** The server's answer, or an error's, of status 0. */
const post = (body: Blob): Promise<Response> =>
  fetch(paths.events(), { method: "POST", keepalive: true, body }).catch(() => Response.error());
