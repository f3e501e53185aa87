import { paths } from "~/paths";
import { store, storedJson, unstore } from "~/visitor/browser/storage";
import { BATCH_VIEWS, type View, type ViewBatch } from "./batch";
import { browserId } from "./browser-id";

const MOST_KEPT = 100;

const SOON = 1_000;
const LONGEST_PAUSE = 60_000;

/** No answer, trouble at the server, or too many requests: what was sent is sent again. */
const FAILURES = /^(0|5|408|429)/;

/** The views not told yet, where storage is refused or full. */
let unstored: View[] = [];
/** Taken out of the queue, so that no other tab sends them too, until the server has answered. */
let underWay: View[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** How long to wait before sending, in milliseconds; longer than SOON while sending fails. */
let pause = SOON;

/** The server refuses whatever else may be in the list, and then that is gone. */
const areViews: (found: unknown) => found is View[] = Array.isArray;

function queue(): View[] {
  const found = storedJson("views");
  return areViews(found) ? [...found, ...unstored] : unstored;
}

/** The newest of them stay. */
function keep(views: View[]): void {
  const newest = views.slice(-MOST_KEPT);
  if (newest.length === 0) unstore("views");
  unstored = newest.length === 0 || store("views", JSON.stringify(newest)) ? [] : newest;
}

/** Takes the oldest views out of the queue: as many as one batch holds, which is then below BATCH_BYTES, too. */
function take(): View[] {
  const views = queue();
  keep(views.slice(BATCH_VIEWS));
  return views.slice(0, BATCH_VIEWS);
}

function putBack(views: View[]): void {
  keep([...views, ...queue()]);
  underWay = [];
}

/** Adds a view to the queue, which is sent soon. */
export function tellView(view: View): void {
  keep([...queue(), view]);
  plan(queue().length < BATCH_VIEWS ? pause : 0);
}

/** Sends what is in the queue after so many milliseconds. */
export function plan(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(send, delay);
}

async function send(): Promise<void> {
  // Offline a request would only complain on the console; the event `online` sends again.
  if (underWay.length > 0 || !navigator.onLine) return;
  const views = take();
  if (views.length === 0) return;
  underWay = views;
  const { status, headers } = await post(batchOf(views));
  const hasFailed = FAILURES.test(String(status));
  const asked = (Number(headers.get("Retry-After")) || 0) * 1_000;
  pause = hasFailed ? Math.max(asked, Math.min(pause * 2, LONGEST_PAUSE)) : SOON;
  if (underWay === views) putBack(hasFailed ? views : []);
  if (queue().length > 0) plan(pause);
}

/**
 * Hands the oldest batch to the browser, because the page may be gone in a moment. What is under way goes along: its answer
 * may never come, and the server ignores a view that it knows already. While sending fails the views stay for the next page,
 * because nobody hears how a beacon ended.
 */
export function tellBeforeLeaving(): void {
  putBack(underWay);
  if (!navigator.onLine || pause > SOON) return;
  const views = take();
  if (views.length === 0) return;
  const batch = batchOf(views);
  if ("sendBeacon" in navigator && navigator.sendBeacon(paths.events(), new Blob([batch], JSON_TYPE))) return;
  putBack(views);
  post(batch);
}

const JSON_TYPE = { type: "application/json" };

function batchOf(views: View[]): string {
  const isIpad = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
  const batch: ViewBatch = { front_id: browserId(), sent_at: Date.now(), is_ipad: isIpad || undefined, views };
  return JSON.stringify(batch);
}

/** The server's answer, or an error's, of status 0. */
const post = (batch: string): Promise<Response> =>
  fetch(paths.events(), { method: "POST", keepalive: true, body: new Blob([batch], JSON_TYPE) }).catch(() =>
    Response.error(),
  );

/** Forgets the views of a visitor who may not be tracked. */
export const forgetViews = () => keep([]);
