import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Build, Site } from "../site";
import { hostMetrics } from "./request-metrics";

/** What this process has counted, in Prometheus' text format. */
export const siteMetrics = (site: Site): string => hostMetrics.text() + (site.appMetrics?.() ?? "");

const QUANTILES = ["0.5", "0.99", "1"] as const;
const MEMORY_KINDS = ["rss", "heapUsed", "heapTotal", "external"] as const;

/** Measures from now on how busy the process is, and how big. */
export function measureProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  hostMetrics.gauge(
    "process_event_loop_delay_seconds",
    "How late the event loop was, in quantiles since this was last asked for.",
    { quantile: QUANTILES },
    () => {
      const read = QUANTILES.map((quantile) => [{ quantile }, delay.percentile(Number(quantile) * 100) / 1e9] as const);
      delay.reset();
      return read;
    },
  );
  hostMetrics.gauge("process_memory_bytes", "Memory of the process, by what it is.", { kind: MEMORY_KINDS }, () => {
    const memory = process.memoryUsage();
    return MEMORY_KINDS.map((kind) => [{ kind }, memory[kind]] as const);
  });
  hostMetrics.gauge(
    "process_heap_limit_bytes",
    "How big the JavaScript heap may become before the process ends by itself.",
    {},
    () => [[{}, getHeapStatistics().heap_size_limit]],
  );
  hostMetrics.countedElsewhere(
    "process_cpu_seconds_total",
    "Processor time that the process has had, in seconds.",
    {},
    () => [[{}, cpuSeconds()]],
  );
  hostMetrics.gauge("process_start_time_seconds", "When the process was started, in seconds since 1970.", {}, () => [
    [{}, performance.timeOrigin / 1_000],
  ]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Tells which build is served. A copy has one, which it knows from its own files, so the list of builds is closed with it. */
export function tellBuild({ id }: Build): void {
  hostMetrics.gauge(
    "site_build_info",
    "1 for the build that is served. Its id changes with what browsers get, and stays where only the server has changed.",
    { build: [id] },
    () => [[{ build: id }, 1]],
  );
}
