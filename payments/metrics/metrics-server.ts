import { createServer } from "node:http";
import { answerScrapes, type ReadMetrics } from "~/exposition/answer-scrape.server";
import { listen, originOf, stopListening } from "../server/listen";

export interface MetricsPlace {
  host: string;
  /** 0: any free one. */
  port: number;
}

/** Where Prometheus reads `/metrics`: on a port of its own, as the site's. @throws Error naming the port */
export async function startMetrics(read: ReadMetrics, place: MetricsPlace) {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, answerScrapes(read));
  await listen(server, place).catch((error: unknown) => {
    throw new Error(`PAYMENTS_METRICS_PORT: ${error instanceof Error ? error.message : error}`);
  });
  return { origin: originOf(server, place.host), close: () => stopListening(server) };
}
