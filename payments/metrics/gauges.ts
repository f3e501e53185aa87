import type { Registry } from "~/exposition/registry.server";
import { QUEUES } from "./queues";
import type { QueueStanding } from "./read-queues";

type Read = () => readonly QueueStanding[] | undefined;

const namesOf = (kind: QueueStanding["kind"]) => [
  ...new Set(QUEUES.filter((queue) => queue.kind === kind).map(({ name }) => name)),
];

/** Tells how what waits stands in the database. @param read how it was last found; undefined: it does not answer, so that nothing is told */
export function tellQueues(registry: Registry, read: Read): void {
  const of = (kind: QueueStanding["kind"]) => (read() ?? []).filter((queue) => queue.kind === kind);
  const counts = (kind: QueueStanding["kind"]) => of(kind).map(({ name, count }) => [{ queue: name }, count] as const);
  const firsts = (kind: QueueStanding["kind"]) =>
    of(kind).flatMap(({ name, first }) => (first === null ? [] : [[{ queue: name }, first / 1_000] as const]));
  const waiting = { queue: namesOf("waiting") };
  const due = { queue: namesOf("due") };
  registry.gauge("payments_database_up", "1 while the database of the payments API answers.", {}, () => [
    [{}, read() === undefined ? 0 : 1],
  ]);
  registry.gauge(
    "payments_waiting",
    "What is done by itself, sooner or later, by queue; 10,000 at most.",
    waiting,
    () => counts("waiting"),
  );
  registry.gauge(
    "payments_waiting_since_timestamp_seconds",
    "Since when the oldest of each queue waits, in seconds since 1970; none where nothing waits.",
    waiting,
    () => firsts("waiting"),
  );
  registry.gauge(
    "payments_given_up",
    "What nothing is done about unless a person looks, by queue; mails: of the last day.",
    { queue: namesOf("given_up") },
    () => counts("given_up"),
  );
  registry.gauge("payments_due", "What has to be done by a date, by queue.", due, () => counts("due"));
  registry.gauge(
    "payments_due_by_timestamp_seconds",
    "The nearest of these dates, in seconds since 1970; none where there is none.",
    due,
    () => firsts("due"),
  );
}
