import { log } from "~/log.server";
import { siteEvents } from "~/metrics/metrics.server";
import { call } from "~/upstream/client/client.server";
import { orAfter } from "~/upstream/client/deadline.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { analyticsEvents } from "~/upstream/contract/analytics";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { loadGeo } from "~/upstream/visitor-facts.server";
import { isKnownApp } from "~/visitor/brand/brands.server";
import type { EventDraft, Place } from "./analytics-event.server";
import { type EventBatch, EventForwarder } from "./forwarder.server";
import { forgetTold, isFirstTold } from "./told-ids.server";

const newForwarder = () => new EventForwarder({ send, locate, onDrop: ({ name, id }) => forgetTold(name, id) });
let forwarder = newForwarder();

/** Events on their way to the forwarder. */
const coming = new Set<Promise<void>>();

/** Tells an event, unless it was told before. Returns at once, whatever happens; nothing is thrown. */
export function tellEvent(drafting: () => Promise<EventDraft | undefined>): void {
  const tellTo = forwarder;
  const telling = tell(drafting, tellTo)
    .catch((error: unknown) => log.warn({ err: error }, "an analytics event could not be told"))
    .finally(() => coming.delete(telling));
  coming.add(telling);
}

/** What is told when the processor has time for it. */
const later: (() => void)[] = [];
const MOST_LATER = 500;
/** So much of each so many milliseconds is spent on it. */
const LATER_MS = 1;
const LATER_EVERY_MS = 10;
let isLaterPlanned = false;

/**
 * Tells what a visitor of a kept page has seen. Such pages are sent faster than their events can be told, so these take their time,
 * a tenth of the processor's, and are dropped where too many wait.
 */
export function tellLater(tell: () => void): void {
  if (later.length >= MOST_LATER) {
    siteEvents.add({ outcome: "dropped_full" });
    return;
  }
  later.push(tell);
  if (isLaterPlanned) return;
  isLaterPlanned = true;
  setTimeout(tellWaiting, 0).unref();
}

function tellWaiting(): void {
  const endsAt = performance.now() + LATER_MS;
  do later.shift()?.();
  while (later.length > 0 && performance.now() < endsAt);
  isLaterPlanned = later.length > 0;
  if (isLaterPlanned) setTimeout(tellWaiting, LATER_EVERY_MS).unref();
}

async function tell(drafting: () => Promise<EventDraft | undefined>, tellTo: EventForwarder): Promise<void> {
  const draft = await drafting();
  if (draft === undefined) return;
  if (await isFirstTold(draft.name, draft.id)) tellTo.add(draft);
  else siteEvents.add({ outcome: "repeated" });
}

/** Sends what was told and not sent yet, for `ms` milliseconds at most. */
export async function sendLastEvents(ms: number): Promise<void> {
  const startedAt = performance.now();
  for (const tell of later.splice(0)) tell();
  await orAfter(Promise.all(coming), ms, undefined);
  await forwarder.empty(Math.max(0, ms - (performance.now() - startedAt)));
}

/** For tests: forgets all events, also those on their way. */
export function forgetEvents(): void {
  later.length = 0;
  forwarder.forget();
  forwarder = newForwarder();
}

/** Timeout, too early, too many requests: not about the events. */
const LATER: readonly (number | undefined)[] = [408, 425, 429];

async function send({
  key,
  userId,
  appType,
  address,
  events,
}: EventBatch): Promise<"forwarded" | "refused" | "outage"> {
  const caller = { requestId: key, appType, isKnownApp: isKnownApp(appType), visitorIp: address };
  try {
    const body = { user_id: userId, events };
    await call(analyticsEvents, { body }, caller, { circuit: "analytics", idempotencyKey: key });
    return "forwarded";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // It was taken, whatever the answer says.
    if (error.kind === "malformed") return "forwarded";
    return error.isOutage || LATER.includes(error.status) ? "outage" : "refused";
  }
}

async function locate(address: string, appType: number): Promise<Place> {
  const requestId = crypto.randomUUID();
  const { user_ip, country, country_code } = await loadGeo({ requestId, appType, visitorIp: address });
  return { ip: user_ip || address, country, country_code: isCountryCode(country_code) ? country_code : "" };
}
