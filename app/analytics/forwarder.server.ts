import { log } from "~/log.server";
import { siteEvents } from "~/metrics/metrics.server";
import { orAfter } from "~/upstream/client/deadline.server";
import { type AnalyticsEvent, MOST_EVENTS } from "~/upstream/contract/analytics";
import { type EventDraft, eventOf, NOWHERE, type Place } from "./analytics-event.server";

/** Events of one visitor, as they are sent. */
export interface EventBatch {
  /** The same each time that this batch is sent. */
  key: string;
  userId: number | string;
  appType: number;
  /** The visitor's network address; undefined where none is to be told. */
  address: string | undefined;
  events: AnalyticsEvent[];
}

/** What became of a batch. `outage`: it may be sent again. */
type Sent = "forwarded" | "refused" | "outage";

/** The payments API, as far as the forwarder needs it. */
interface Ways {
  /** Never throws. */
  send(batch: EventBatch): Promise<Sent>;
  /** Where a network address is. @throws where that cannot be told now */
  locate(address: string, appType: number): Promise<Place>;
  /** Hears of each event that could not be sent. */
  onDrop?(draft: EventDraft): void;
}

/** A visitor's events wait so long for each other. */
const COLLECT_MS = 1_000;
/** Events in all that wait to be sent; each has about 2 KB. */
const MOST_WAITING = 5_000;
const MOST_CALLS = 4;
/** A call has its turn for so long at least: 100 calls a second leave most of the processor to the pages. */
const TURN_MS = 40;
/** Pauses before a batch is sent again, in milliseconds. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000];
const LOCATE_TRIES = 10;
const LOCATE_PAUSE_MS = 1_000;

/** Events of one visitor that wait for each other. */
interface Collected {
  drafts: EventDraft[];
  depart: () => void;
}

/**
 * Sends events to the payments API, in batches and without anybody waiting. It is bounded: what is too much is dropped and
 * counted, and so is what cannot be sent for half a minute. See docs/decisions/017-analytics-and-consent.md.
 */
export class EventForwarder {
  private readonly collected = new Map<string, Collected>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly waitingForTurn: (() => void)[] = [];
  private calls = 0;
  private waiting = 0;
  private isAway = false;
  /** There is no time left to wait for anything. */
  private isEnding = false;
  /** Ends the pause of each batch that makes one. */
  private readonly resting = new Set<() => void>();
  private isOver = false;

  constructor(private readonly ways: Ways) {}

  /** Takes an event; it is sent later. Never throws. */
  add(draft: EventDraft): void {
    if (this.isOver) return;
    if (this.waiting >= MOST_WAITING) {
      siteEvents.add({ outcome: "dropped_full" });
      this.ways.onDrop?.(draft);
      return;
    }
    this.waiting += 1;
    const key = JSON.stringify([draft.userId, draft.appType, draft.address ?? ""]);
    const collected = this.collected.get(key) ?? this.begin(key);
    collected.drafts.push(draft);
    if (collected.drafts.length === MOST_EVENTS || this.isEnding) collected.depart();
  }

  /** Sends what is there without waiting for anything else, for `ms` milliseconds at most. */
  async empty(ms: number): Promise<void> {
    this.isEnding = true;
    for (const wake of this.resting) wake();
    for (const { depart } of [...this.collected.values()]) depart();
    await orAfter(Promise.all(this.underWay), ms, undefined);
  }

  /** Drops all that is there, uncounted. */
  forget(): void {
    this.isOver = true;
    void this.empty(0);
  }

  private begin(key: string): Collected {
    const drafts: EventDraft[] = [];
    const depart = () => {
      clearTimeout(timer);
      this.collected.delete(key);
      const way = this.deliver(drafts).finally(() => {
        this.waiting -= drafts.length;
        this.underWay.delete(way);
      });
      this.underWay.add(way);
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
    if (this.isOver) return;
    for (const draft of drafts) {
      siteEvents.add({ outcome: sent === "outage" ? "dropped_retries" : sent });
      if (sent === "outage") this.ways.onDrop?.(draft);
    }
  }

  /** Tries once a second; a batch goes on without where it cannot be told. */
  private async placeOf({ address, appType }: EventDraft): Promise<Place> {
    if (address === undefined) return NOWHERE;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.ways.locate(address, appType);
      } catch {
        if (tries === LOCATE_TRIES || this.isEnding) return NOWHERE;
        await this.rest(LOCATE_PAUSE_MS);
      }
    }
  }

  private async send(batch: EventBatch): Promise<Sent> {
    for (const pauseMs of [...PAUSES, undefined]) {
      const sent = this.isOver ? "outage" : await this.inTurn(() => this.ways.send(batch));
      this.note(sent);
      if (sent !== "outage" || pauseMs === undefined || this.isOver) return sent;
      // All batches of an outage would come back at the same moment.
      await this.rest(pauseMs * (0.75 + Math.random() / 2));
      if (this.isEnding) return this.inTurn(() => this.ways.send(batch));
    }
    return "outage";
  }

  private async inTurn(work: () => Promise<Sent>): Promise<Sent> {
    if (this.calls >= MOST_CALLS) await new Promise<void>((begin) => this.waitingForTurn.push(begin));
    else this.calls += 1;
    const endsAt = performance.now() + TURN_MS;
    try {
      return await work();
    } finally {
      void this.rest(endsAt - performance.now()).then(() => this.handOnTurn());
    }
  }

  /** So that nobody takes it in between. */
  private handOnTurn(): void {
    const next = this.waitingForTurn.shift();
    if (next === undefined) this.calls -= 1;
    else next();
  }

  /** One line when an outage begins, one when it ends. */
  private note(sent: Sent): void {
    if (this.isOver || (sent === "outage") === this.isAway) return;
    this.isAway = sent === "outage";
    if (this.isAway) log.warn("analytics events cannot be sent: they wait, and are dropped after half a minute");
    else log.info("analytics events are sent again");
  }

  /** Waits, unless there is no time any more. */
  private async rest(ms: number): Promise<void> {
    if (this.isEnding || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.resting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      this.resting.add(wake);
    });
  }
}
