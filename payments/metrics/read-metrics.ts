import type { ReadMetrics } from "~/exposition/answer-scrape.server";
import { measureProcessInto } from "~/exposition/process-metrics.server";
import { Registry } from "~/exposition/registry.server";
import type { Context } from "../context";
import { HOOK_OUTCOMES, type HookCounts } from "../hooks/hook-counts";
import { DRIVERS, paymentsMetrics } from "./counters";
import { tellQueues } from "./gauges";
import { type QueueStanding, queueReader } from "./read-queues";

/** What a payments API tells beside what its process counts. @param read how the database's queues were last found */
export function standingMetrics(
  hookCounts: Pick<HookCounts, "all">,
  read: () => QueueStanding[] | undefined,
): Registry {
  const registry = new Registry();
  measureProcessInto(registry);
  tellQueues(registry, read);
  registry.countedElsewhere(
    "payments_webhooks_total",
    "Webhooks by what became of them. forged: its provider has not signed it; unchecked: nobody could say; away: the database did not take it.",
    { driver: DRIVERS, outcome: HOOK_OUTCOMES },
    () =>
      hookCounts
        .all()
        .flatMap(([driver, counts]) => HOOK_OUTCOMES.map((outcome) => [{ driver, outcome }, counts[outcome]] as const)),
  );
  return registry;
}

/** All metrics of a payments API, in Prometheus' text format. */
export function metricsOf(
  context: Pick<Context, "db" | "drivers" | "log" | "now">,
  hookCounts: HookCounts,
): ReadMetrics {
  let queues: QueueStanding[] | undefined;
  const registry = standingMetrics(hookCounts, () => queues);
  const read = queueReader(context);
  return async () => {
    queues = await read();
    return paymentsMetrics.text() + registry.text();
  };
}
