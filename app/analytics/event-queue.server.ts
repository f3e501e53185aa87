import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { bulkhead } from "cockatiel";
import { log } from "~/log.server";
import { siteEvents } from "~/metrics/metrics.server";
import { storeOf } from "~/store/store.server";
import { orAfter, pause, tryAgain } from "~/upstream/client/deadline-and-retry.server";
import { MOST_EVENTS } from "~/upstream/contract/analytics";
import { type BatchOutcome, type EventBatch, type EventDraft, eventOf, locate, sendBatch } from "./event-call.server";
import type { EventName } from "./event-list";

/** A visitor's events wait so long for each other. */
const COLLECT_MS = 1_000;
/** Events in all that wait to be sent; each has about 2 KB. */
const MOST_EVENTS_WAITING = 5_000;
const MOST_CALLS = 4;
/** A call has its turn for so long at least: 100 calls a second leave most of the processor to the pages. */
const TURN_MS = 40;
/** Before a batch is sent again: half a minute in all. */
const SEND_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
/** Before it is asked again where a visitor is. */
const LOCATE_PAUSES_MS = Array.from({ length: 9 }, () => 1_000);

/** Makes an event; undefined where there is none to record. */
type Drafting = () => Promise<EventDraft | undefined>;

/**
 * Sends events to the payments API, each once, in batches and without anybody waiting. It is bounded: what is too much is dropped
 * and counted, and so is what cannot be sent for half a minute. See docs/decisions/017-analytics-and-consent.md.
 */
export class EventQueue {
  /** Events of one visitor that wait for each other. */
  private readonly collected = new Map<string, EventDraft[]>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly calls = bulkhead(MOST_CALLS, MOST_EVENTS_WAITING);
  /** Aborts when there is no time left to wait for anything. */
  private readonly ending = new AbortController();
  private waiting = 0;
  private isAway = false;
  private isOver = false;

  constructor(private readonly receiver: { send: typeof sendBatch; locate: typeof locate }) {
    // Each batch that waits is one.
    setMaxListeners(0, this.ending.signal);
  }

  /** Takes an event; it is sent later, unless it was sent before. Returns at once, whatever happens; nothing is thrown. */
  add(drafting: Drafting): void {
    const sending = this.take(drafting)
      .catch((err: unknown) => log.warn({ err }, "an analytics event could not be recorded"))
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** Sends what is there without waiting for anything else, for `ms` milliseconds at most. */
  async empty(ms: number): Promise<void> {
    this.ending.abort();
    await orAfter(Promise.all(this.underWay), ms, undefined);
  }

  /** Drops all that is there, uncounted. */
  forget(): void {
    this.isOver = true;
    this.ending.abort();
  }

  private async take(drafting: Drafting): Promise<void> {
    const draft = await drafting();
    if (draft === undefined) return;
    if (!(await isFirstRecorded(draft.name, draft.id))) this.count("repeated", draft);
    else if (this.waiting >= MOST_EVENTS_WAITING) this.count("dropped_full", draft);
    else await this.collect(draft);
  }

  /** Of a visitor's events the first one waits for the others, or the one with which the batch is full sends it. */
  private async collect(draft: EventDraft): Promise<void> {
    const key = JSON.stringify([draft.userId, draft.appType, draft.address]);
    const drafts = this.collected.get(key) ?? [];
    this.collected.set(key, drafts);
    this.waiting += 1;
    if (drafts.push(draft) === 1) await this.rest(COLLECT_MS);
    else if (drafts.length < MOST_EVENTS) return;
    if (this.collected.get(key) !== drafts) return;
    this.collected.delete(key);
    await this.deliver(drafts, draft).finally(() => (this.waiting -= drafts.length));
  }

  private async deliver(drafts: readonly EventDraft[], { userId, appType, address }: EventDraft): Promise<void> {
    const find = (at: string) => this.receiver.locate(at, appType).catch(() => undefined);
    // Where nobody can say, the batch goes without.
    const place = address === undefined ? undefined : await this.persist(() => find(address), LOCATE_PAUSES_MS, 1);
    const events = drafts.map((draft) => eventOf(draft, place));
    const outcome = await this.send({ key: randomUUID(), userId, appType, address, events });
    for (const draft of drafts) this.count(outcome, draft);
  }

  private async send(batch: EventBatch): Promise<"forwarded" | "refused" | "dropped_retries"> {
    // All batches of an outage would come back at the same moment.
    const pauses = SEND_PAUSES_MS.map((ms) => ms * (0.75 + Math.random() / 2));
    // At the end there is no time for pauses, but each batch is sent a second time.
    return (await this.persist(() => this.sendOnce(batch), pauses, 2)) ?? "dropped_retries";
  }

  /** Undefined where the batch may be sent again. */
  private async sendOnce(batch: EventBatch): Promise<Exclude<BatchOutcome, "outage"> | undefined> {
    const [sent] = await this.calls.execute(() => Promise.all([this.receiver.send(batch), this.rest(TURN_MS)]));
    this.logOutage(sent === "outage");
    return sent === "outage" ? undefined : sent;
  }

  private persist<T>(attempt: () => Promise<T | undefined>, pauses: readonly number[], triesAtEnd: number) {
    const unlessOver = async () => (this.isOver ? undefined : attempt());
    return tryAgain(unlessOver, { pauses, ending: this.ending.signal, triesAtEnd });
  }

  private count(outcome: Parameters<typeof siteEvents.add>[0]["outcome"], { name, id }: EventDraft): void {
    if (this.isOver) return;
    siteEvents.add({ outcome });
    // Then it may be recorded again.
    if (outcome.startsWith("dropped")) void forgetRecorded(name, id);
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

const newQueue = () => new EventQueue({ send: sendBatch, locate });
let queue = newQueue();

export const queueEvent = (drafting: Drafting): void => queue.add(drafting);

const later: (() => void)[] = [];
const MOST_LATER = 500;
/** A tenth of the processor. */
const LATER_MS = 1;
const LATER_EVERY_MS = 10;

/** For what a visitor of a cached page has seen: such pages are sent faster than their events can be recorded. */
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
  for (const record of later.splice(0)) record();
  await queue.empty(ms);
}

/** For tests: forgets all events, also those on their way. */
export function forgetEvents(): void {
  later.length = 0;
  queue.forget();
  queue = newQueue();
}

const HOUR_SECONDS = 60 * 60;
/** How long an event is known that may be recorded again: a buyer may come back to the page of a paid order for long. */
const KNOWN_HOURS: Partial<Record<EventName, number>> = { pay_result: 30 * 24, pay_submit: 24 };
/** Views come twice within minutes, where a batch is sent again. Kept for a day, they would fill the store. */
const OTHERS_KNOWN_HOURS = 2;

/** The name is part of the keys in Redis, which outlive a deploy. */
const recorded = storeOf("told");

/**
 * Whether an event is recorded for the first time, by this copy of the site or, where they share a store, by any. While the
 * store is away this copy answers for itself: the payments API knows the id of an event that comes twice.
 */
export async function isFirstRecorded(name: EventName, id: string): Promise<boolean> {
  const claim = randomUUID();
  const seconds = (KNOWN_HOURS[name] ?? OTHERS_KNOWN_HOURS) * HOUR_SECONDS;
  return (await recorded.claim(`${name} ${id}`, claim, seconds)) === claim;
}

export const forgetRecorded = (name: EventName, id: string): Promise<void> => recorded.forget(`${name} ${id}`);
