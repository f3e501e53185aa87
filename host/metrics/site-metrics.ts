import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Site } from "../site";
import { hostMetrics } from "./request-metrics";

/** What this process has counted, in Prometheus' text format. */
export const siteMetrics = (site: Site): string => hostMetrics.text() + (site.appMetrics?.() ?? "");

const QUANTILES = ["0.5", "0.99", "1"] as const;
const KINDS = ["rss", "heapUsed", "heapTotal", "external"] as const;

/** Tells from now on how busy the process is, and how big. */
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
  hostMetrics.gauge("process_memory_bytes", "Memory of the process, by what it is.", { kind: KINDS }, () => {
    const memory = process.memoryUsage();
    return KINDS.map((kind) => [{ kind }, memory[kind]] as const);
  });
}
