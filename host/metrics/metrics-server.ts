import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Site } from "../site";
import { listen } from "../start/listen";
import { hostMetrics } from "./request-metrics";

interface MetricsServer {
  port: number;
  close: () => void;
}

/** Where Prometheus reads what the site counts: `/metrics` on a port of its own, which no buyer reaches. */
export async function startMetrics(site: Site, { host, port }: { host: string; port: number }): Promise<MetricsServer> {
  const stopMeasuring = measureProcess();
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, (request, response) => {
    answer(site, request, response);
  });
  const close = () => {
    stopMeasuring();
    server.close();
    server.closeAllConnections();
  };
  return { port: await listen(server, host, port, "METRICS_PORT"), close };
}

function answer(site: Site, { method, url }: IncomingMessage, response: ServerResponse): void {
  const isRead = method === "GET" || method === "HEAD";
  const isFound = isRead && url === "/metrics";
  response.statusCode = isFound ? 200 : isRead ? 404 : 405;
  response.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  if (!isRead) response.setHeader("Allow", "GET, HEAD");
  response.end(isFound ? hostMetrics.text() + (site.appMetrics?.() ?? "") : "");
}

const QUANTILES = ["0.5", "0.99", "1"] as const;
const KINDS = ["rss", "heapUsed", "heapTotal", "external"] as const;

/** How busy the process is, and how big. */
function measureProcess(): () => void {
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
  return () => delay.disable();
}
