import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Registry } from "./registry.server";

const QUANTILES = ["0.5", "0.99", "1"] as const;
const MEMORY_KINDS = ["rss", "heapUsed", "heapTotal", "external"] as const;

/** Measures from now on how busy the process is, and how big. */
export function measureProcessInto(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  registry.gauge(
    "process_event_loop_delay_seconds",
    "How late the event loop was, in quantiles since this was last asked for.",
    { quantile: QUANTILES },
    () => {
      const read = QUANTILES.map((quantile) => [{ quantile }, delay.percentile(Number(quantile) * 100) / 1e9] as const);
      delay.reset();
      return read;
    },
  );
  registry.gauge("process_memory_bytes", "Memory of the process, by what it is.", { kind: MEMORY_KINDS }, () => {
    const memory = process.memoryUsage();
    return MEMORY_KINDS.map((kind) => [{ kind }, memory[kind]] as const);
  });
  registry.gauge(
    "process_heap_limit_bytes",
    "How big the JavaScript heap may become before the process ends by itself.",
    {},
    () => [[{}, getHeapStatistics().heap_size_limit]],
  );
  registry.countedElsewhere(
    "process_cpu_seconds_total",
    "Processor time that the process has had, in seconds.",
    {},
    () => [[{}, cpuSeconds()]],
  );
  registry.gauge("process_start_time_seconds", "When the process was started, in seconds since 1970.", {}, () => [
    [{}, performance.timeOrigin / 1_000],
  ]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
