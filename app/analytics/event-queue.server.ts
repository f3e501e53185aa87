import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { bulkhead } from "cockatiel";
import { log } from "~/log.server";
import { siteEvents } from "~/metrics/metrics.server";
import { storeOf } from "~/store/store.server";
import { orAfter, pause } from "~/upstream/client/deadline-and-retry.server";
import { MOST_EVENTS } from "~/upstream/contract/analytics";
import {
  type BatchOutcome,
  type EventBatch,
  type EventDraft,
  eventOf,
  locate,
  NOWHERE,
  sendBatch,
  type VisitorPlace,
} from "./event-call.server";
import type { EventName } from "./event-list";

/** The payments API, as far as the queue needs it. */
interface Receiver {
  send: typeof sendBatch;
  locate: typeof locate;
  /** Hears of each event that could not be sent. */
  onDrop?(draft: EventDraft): void;
}

/** A visitor's events wait so long for each other. */
const COLLECT_MS = 1_000;
/** Events in all that wait to be sent; each has about 2 KB. */
const MOST_EVENTS_WAITING = 5_000;
const MOST_CALLS = 4;
/** A call has its turn for so long at least: 100 calls a second leave most of the processor to the pages. */
const TURN_MS = 40;
/** The pause before a batch is sent again doubles each time: half a minute in all. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_RETRY_PAUSE_MS = 16_000;
const LOCATE_TRIES = 10;
const LOCATE_PAUSE_MS = 1_000;

/**
 * Sends events to the payments API, in batches and without anybody waiting. It is bounded: what is too much is dropped and
 * counted, and so is what cannot be sent for half a minute. See docs/decisions/017-analytics-and-consent.md.
 */
export class EventForwarder {
  /** Events of one visitor that wait for each other. */
  private readonly collected = new Map<string, { drafts: EventDraft[]; depart: () => void }>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly calls = bulkhead(MOST_CALLS, MOST_EVENTS_WAITING);
  /** Aborts when there is no time left to wait for anything. */
  private readonly ending = new AbortController();
  private waiting = 0;
  private isAway = false;
  private isOver = false;

  constructor(private readonly receiver: Receiver) {
    // Each batch that waits is one.
    setMaxListeners(0, this.ending.signal);
  }

  /** Takes an event; it is sent later. Never throws. */
  add(draft: EventDraft): void {
    if (this.waiting >= MOST_EVENTS_WAITING) {
      this.count("dropped_full", draft);
      return;
    }
    this.waiting += 1;
    const key = JSON.stringify([draft.userId, draft.appType, draft.address ?? ""]);
    const { drafts, depart } = this.collected.get(key) ?? this.collect(key);
    drafts.push(draft);
    if (drafts.length === MOST_EVENTS || this.ending.signal.aborted) depart();
  }

  /** Sends what is there without waiting for anything else, for `ms` milliseconds at most. */
  async empty(ms: number): Promise<void> {
    this.ending.abort();
    for (const { depart } of [...this.collected.values()]) depart();
    await orAfter(Promise.all(this.underWay), ms, undefined);
  }

  /** Drops all that is there, uncounted. */
  forget(): void {
    this.isOver = true;
    void this.empty(0);
  }

  private collect(key: string) {
    const drafts: EventDraft[] = [];
    const depart = () => {
      clearTimeout(timer);
      this.collected.delete(key);
      const delivery = this.deliver(drafts).finally(() => {
        this.waiting -= drafts.length;
        this.underWay.delete(delivery);
      });
      this.underWay.add(delivery);
    };
    const timer = setTimeout(depart, COLLECT_MS).unref();
    const collected = { drafts, depart };
    this.collected.set(key, collected);
    return collected;
  }

  private async deliver(drafts: EventDraft[]): Promise<void> {
    const [first] = drafts;
    if (first === undefined || this.isOver) return;
    const place = await this.placeOf(first);
    const events = drafts.map((draft) => eventOf(draft, draft.place ?? place));
    const { userId, appType, address } = first;
    const sent = await this.send({ key: crypto.randomUUID(), userId, appType, address, events });
    for (const draft of drafts) this.count(sent === "outage" ? "dropped_retries" : sent, draft);
  }

  /** Tries once a second; the batch goes without where nobody can say. */
  private async placeOf({ address, appType }: EventDraft): Promise<VisitorPlace> {
    for (let tries = 0; address !== undefined && tries < LOCATE_TRIES; tries += 1) {
      try {
        return await this.receiver.locate(address, appType);
      } catch {
        if (this.ending.signal.aborted) break;
        await this.rest(LOCATE_PAUSE_MS);
      }
    }
    return NOWHERE;
  }

  private async send(batch: EventBatch): Promise<BatchOutcome> {
    for (let pauseMs = FIRST_PAUSE_MS; !this.isOver; pauseMs *= 2) {
      // At the end there is no time for pauses, but each batch is sent a second time.
      const isLast = pauseMs > (this.ending.signal.aborted ? FIRST_PAUSE_MS : LONGEST_RETRY_PAUSE_MS);
      const [sent] = await this.calls.execute(() => Promise.all([this.receiver.send(batch), this.rest(TURN_MS)]));
      this.logOutage(sent === "outage");
      if (sent !== "outage" || isLast) return sent;
      // All batches of an outage would come back at the same moment.
      await this.rest(pauseMs * (0.75 + Math.random() / 2));
    }
    return "outage";
  }

  /** A dropped event may be recorded again. */
  private count(
    outcome: Exclude<BatchOutcome, "outage"> | "dropped_full" | "dropped_retries",
    draft: EventDraft,
  ): void {
    if (this.isOver) return;
    siteEvents.add({ outcome });
    if (outcome.startsWith("dropped")) this.receiver.onDrop?.(draft);
  }

  /** One line when an outage begins, one when it ends. */
  private logOutage(isAway: boolean): void {
    if (this.isOver || isAway === this.isAway) return;
    this.isAway = isAway;
    if (isAway) log.warn("analytics events cannot be sent: they wait, and are dropped after half a minute");
    else log.info("analytics events are sent again");
  }

  /** Waits, unless there is no time any more. */
  private rest = (ms: number): Promise<void> => pause(ms, this.ending.signal).catch(() => {});
}

const newForwarder = () =>
  new EventForwarder({ send: sendBatch, locate, onDrop: ({ name, id }) => forgetRecorded(name, id) });
let forwarder = newForwarder();
/** Events that are not with the forwarder yet. */
const coming = new Set<Promise<void>>();

/** Sends an event, unless it was sent before. Returns at once, whatever happens; nothing is thrown. */
export function queueEvent(drafting: () => Promise<EventDraft | undefined>): void {
  const adding = addTo(forwarder, drafting)
    .catch((error: unknown) => log.warn({ err: error }, "an analytics event could not be recorded"))
    .finally(() => coming.delete(adding));
  coming.add(adding);
}

async function addTo(queue: EventForwarder, drafting: () => Promise<EventDraft | undefined>): Promise<void> {
  const draft = await drafting();
  if (draft === undefined) return;
  if (await isFirstRecorded(draft.name, draft.id)) queue.add(draft);
  else siteEvents.add({ outcome: "repeated" });
}

/** What is recorded when the processor has time for it: of every 10 ms one. */
const later: (() => void)[] = [];
const MOST_LATER = 500;
const LATER_MS = 1;
const LATER_EVERY_MS = 10;

/**
 * For what a visitor of a cached page has seen. Such pages are sent faster than their events can be recorded, so these take a tenth of
 * the processor, and are dropped where too many wait.
 */
export function recordLater(record: () => void): void {
  if (later.length >= MOST_LATER) siteEvents.add({ outcome: "dropped_full" });
  else if (later.push(record) === 1) setTimeout(recordSome, 0).unref();
}

function recordSome(): void {
  const endsAt = performance.now() + LATER_MS;
  do later.shift()?.();
  while (later.length > 0 && performance.now() < endsAt);
  if (later.length > 0) setTimeout(recordSome, LATER_EVERY_MS).unref();
}

/** Sends what was recorded and not sent yet, for `ms` milliseconds at most. */
export async function sendLastEvents(ms: number): Promise<void> {
  const startedAt = performance.now();
  for (const record of later.splice(0)) record();
  await orAfter(Promise.all(coming), ms, undefined);
  await forwarder.empty(Math.max(0, ms - (performance.now() - startedAt)));
}

/** For tests: forgets all events, also those on their way. */
export function forgetEvents(): void {
  later.length = 0;
  forwarder.forget();
  forwarder = newForwarder();
}

const DAY_SECONDS = 24 * 60 * 60;
/** Views come twice within minutes, where a batch is sent again. Kept for a day, they would fill the store. */
const SHORT_SECONDS = 2 * 60 * 60;
/** A buyer may come back to the page of a paid order for long. */
const RESULT_SECONDS = 30 * DAY_SECONDS;

/** The name is part of the keys in Redis, which outlive a deploy. */
const recorded = storeOf("told");
const recordKey = (name: EventName, id: string): string => `${name} ${id}`;

/**
 * Whether an event is recorded for the first time, by this copy of the site or, where they share a store, by any. While the
 * store is away this copy answers for itself: the payments API knows the id of an event that comes twice.
 */
export async function isFirstRecorded(name: EventName, id: string): Promise<boolean> {
  const claim = randomUUID();
  return (await recorded.claim(recordKey(name, id), claim, secondsOf(name))) === claim;
}

function secondsOf(name: EventName): number {
  if (name === "pay_result") return RESULT_SECONDS;
  return name === "pay_submit" ? DAY_SECONDS : SHORT_SECONDS;
}

/** An event that was dropped may be recorded again. */
export const forgetRecorded = (name: EventName, id: string): Promise<void> => recorded.forget(recordKey(name, id));
