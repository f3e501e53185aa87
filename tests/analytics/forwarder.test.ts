import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EventBatch, EventDraft } from "~/analytics/event-call.server";
import { EventQueue, isFirstRecorded } from "~/analytics/event-queue.server";
import { metricsText } from "~/metrics/metrics.server";
import { watchLog } from "../env/watched-log";
import { parseMetrics } from "../metrics/parsed";
import { moment } from "../mocks/moment";
import { FRONT_ID, makeDraft } from "./drafts";

const HERE = { ip: "192.0.2.1", country: "United States", country_code: "US" };
const OUTCOMES = ["forwarded", "refused", "dropped_full", "dropped_retries", "repeated"] as const;
const ended = () =>
  OUTCOMES.map((outcome) => parseMetrics(metricsText()).get(`site_events_total{outcome="${outcome}"}`) ?? 0);
let before: number[];

beforeEach(() => {
  vi.useFakeTimers();
  before = ended();
});
afterEach(() => vi.useRealTimers());

/** What became of events since the test began. */
const counted = () =>
  Object.fromEntries(
    OUTCOMES.map((outcome, at) => [outcome, (ended()[at] ?? 0) - (before[at] ?? 0)] as const).filter(([, n]) => n > 0),
  );

type Sent = "forwarded" | "refused" | "outage";

/** A forwarder, and the batches that it has sent. */
function forwarderTo(answer: (batch: EventBatch) => Sent | Promise<Sent>, locate = async () => HERE) {
  const sent: EventBatch[] = [];
  const added: EventDraft[] = [];
  const queue = new EventQueue({
    send: async (batch) => {
      sent.push(batch);
      return answer(batch);
    },
    locate,
  });
  const add = (draft: EventDraft) => {
    added.push(draft);
    queue.add(async () => draft);
  };
  /** How many may be recorded again. */
  const dropped = async () => {
    const again = await Promise.all(added.map(({ name, id }) => isFirstRecorded(name, id)));
    return again.filter(Boolean).length;
  };
  const forwarder = { add, empty: (ms: number) => queue.empty(ms) };
  return { forwarder, sent, dropped, sizes: () => sent.map(({ events }) => events.length) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("events of one visitor wait a second for each other, and others' go on their own", async () => {
  const { forwarder, sent, sizes } = forwarderTo(() => "forwarded");
  forwarder.add(makeDraft());
  await pass(900);
  forwarder.add(makeDraft());
  forwarder.add(makeDraft({ address: "192.0.2.2" }));
  forwarder.add(makeDraft({ appType: 101 }));
  forwarder.add(makeDraft({ userId: 42 }));
  expect(sent).toEqual([]);
  await pass(100);
  expect(sizes()).toEqual([2]);
  expect(sent[0]).toMatchObject({ userId: FRONT_ID, appType: 502, events: [HERE, HERE] });
  await pass(1_000);
  expect(sizes()).toEqual([2, 1, 1, 1]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(4);
  expect(counted()).toEqual({ forwarded: 5 });
});

it("a batch is full with 25 events and does not wait any longer", async () => {
  const { forwarder, sizes } = forwarderTo(() => "forwarded");
  for (let n = 0; n < 60; n += 1) forwarder.add(makeDraft());
  await pass(0);
  expect(sizes()).toEqual([25, 25]);
  await pass(1_000);
  expect(sizes()).toEqual([25, 25, 10]);
});

it("at most four calls are made at once", async () => {
  const calls: ReturnType<typeof moment>[] = [];
  const { forwarder, sent } = forwarderTo(async (): Promise<Sent> => {
    const call = moment();
    calls.push(call);
    await call.happened;
    return "forwarded";
  });
  for (let n = 0; n < 10; n += 1) forwarder.add(makeDraft({ userId: n }));
  await pass(1_000);
  expect(sent).toHaveLength(4);
  calls[0]?.happen();
  await pass(40);
  expect(sent).toHaveLength(5);
  for (let at = 1; at < 10; at += 1) {
    calls[at]?.happen();
    await pass(40);
  }
  expect(sent).toHaveLength(10);
  expect(counted()).toEqual({ forwarded: 10 });
});

it("what the payments API cannot take now is sent again, each time as the same batch, with growing pauses", async () => {
  const warnings = watchLog("warn");
  const times: number[] = [];
  const { forwarder, sent } = forwarderTo(() => {
    times.push(Date.now());
    return times.length === 4 ? "forwarded" : "outage";
  });
  forwarder.add(makeDraft());
  await pass(60_000);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  const pauses = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1_000);
  expect(pauses).toHaveLength(3);
  for (const [at, asked] of [1, 2, 4].entries()) {
    expect(pauses[at]).toBeGreaterThanOrEqual(asked * 0.75);
    expect(pauses[at]).toBeLessThanOrEqual(asked * 1.25 + 0.041);
  }
  expect(counted()).toEqual({ forwarded: 1 });
  expect(warnings).toHaveLength(1);
});

it("after half a minute of outage it is dropped and counted, and the log has one line for all", async () => {
  const warnings = watchLog("warn");
  const { forwarder, sent, dropped } = forwarderTo(() => "outage");
  for (let n = 0; n < 20; n += 1) forwarder.add(makeDraft({ userId: n }));
  await pass(60_000);
  expect(await dropped()).toBe(20);
  expect(sent).toHaveLength(20 * 6);
  expect(counted()).toEqual({ dropped_retries: 20 });
  expect(warnings).toHaveLength(1);
});

it("an event that is recorded twice is sent once", async () => {
  const { forwarder, sizes } = forwarderTo(() => "forwarded");
  const draft = makeDraft();
  for (let n = 0; n < 3; n += 1) forwarder.add(draft);
  await pass(1_100);
  expect([sizes(), counted()]).toEqual([[1], { forwarded: 1, repeated: 2 }]);
});

it("what is refused is not sent again", async () => {
  const { forwarder, sent } = forwarderTo(() => "refused");
  forwarder.add(makeDraft());
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(counted()).toEqual({ refused: 1 });
});

it("5,000 events may wait, and what is more is dropped until there is room", async () => {
  const found = moment();
  const locate = async () => {
    await found.happened;
    return HERE;
  };
  const { forwarder, dropped } = forwarderTo(() => "forwarded", locate);
  for (let n = 0; n < 5_010; n += 1) forwarder.add(makeDraft());
  await pass(0);
  expect(await dropped()).toBe(10);
  expect(counted()).toEqual({ dropped_full: 10 });
  found.happen();
  await pass(1_000);
  forwarder.add(makeDraft());
  await pass(1_100);
  expect(counted()).toEqual({ dropped_full: 10, forwarded: 5_001 });
});

it("where the visitor is is asked once a second, and told when it is known", async () => {
  let tries = 0;
  const { forwarder, sent } = forwarderTo(
    () => "forwarded",
    async () => {
      tries += 1;
      if (tries < 10) throw new Error("away");
      return HERE;
    },
  );
  forwarder.add(makeDraft());
  await pass(1_000 + 8_999);
  expect([tries, sent.length]).toEqual([9, 0]);
  await pass(1);
  expect(sent).toMatchObject([{ events: [HERE] }]);
});

it("after ten tries the events go without", async () => {
  const locate = vi.fn(async () => {
    throw new Error("away");
  });
  const { forwarder, sent } = forwarderTo(() => "forwarded", locate);
  forwarder.add(makeDraft());
  await pass(60_000);
  expect(locate).toHaveBeenCalledTimes(10);
  expect(sent).toMatchObject([{ events: [{ ip: "", country: "", country_code: "" }] }]);
});

it("nobody's address is asked for where there is none, and a place that is known otherwise is told", async () => {
  const locate = vi.fn(async () => HERE);
  const { forwarder, sent } = forwarderTo(() => "forwarded", locate);
  forwarder.add(makeDraft({ address: undefined }));
  forwarder.add(makeDraft({ address: undefined, place: { ip: "", country: "Germany", country_code: "DE" } }));
  await pass(1_000);
  expect(locate).not.toHaveBeenCalled();
  expect(sent[0]?.events.map(({ ip, country_code }) => [ip, country_code])).toEqual([
    ["", ""],
    ["", "DE"],
  ]);
});

it("when the process ends, everything is sent at once: what waits for others, for a place, and for the next try", async () => {
  let isAway = true;
  const locate = vi.fn(async () => {
    throw new Error("away");
  });
  const { forwarder, sent } = forwarderTo(() => (isAway ? "outage" : "forwarded"), locate);
  forwarder.add(makeDraft({ userId: 1, address: undefined }));
  await pass(1_000);
  isAway = false;
  forwarder.add(makeDraft({ userId: 2 }));
  await pass(1_000);
  forwarder.add(makeDraft({ userId: 3, address: undefined }));
  await forwarder.empty(2_000);
  expect(sent.map(({ userId }) => userId).toSorted()).toEqual([1, 1, 2, 3]);
  expect(counted()).toEqual({ forwarded: 3 });
});

it("at the end a batch that fails is sent a second time, and no third", async () => {
  let sendings = 0;
  const { forwarder } = forwarderTo((): Sent => {
    sendings += 1;
    return "outage";
  });
  forwarder.add(makeDraft({ address: undefined }));
  await forwarder.empty(2_000);
  expect([sendings, counted()]).toEqual([2, { dropped_retries: 1 }]);
});

it("a payments API that does not answer holds the end up for as long as allowed", async () => {
  const { forwarder } = forwarderTo(() => new Promise<Sent>(() => {}));
  forwarder.add(makeDraft());
  const emptied = vi.fn();
  void forwarder.empty(2_000).then(emptied);
  await pass(1_999);
  expect(emptied).not.toHaveBeenCalled();
  await pass(1);
  expect(emptied).toHaveBeenCalled();
});
