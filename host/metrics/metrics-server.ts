import { createServer } from "node:http";
import { answerScrapes, type ReadMetrics } from "~/exposition/answer-scrape.server";
import { listen } from "../start/listen";

interface MetricsServer {
  port: number;
  close: () => void;
}

/** Where Prometheus reads what the site counts: `/metrics` on a port of its own, which no buyer reaches. */
export async function startMetrics(
  read: ReadMetrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, answerScrapes(read));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: await listen(server, host, port, "METRICS_PORT"), close };
}
