import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../start/listen";

interface MetricsServer {
  port: number;
  close: () => void;
}

/**
 * Where Prometheus reads what the site counts: `/metrics` on a port of its own, which no buyer reaches.
 * @param read all of it, in Prometheus' text format
 */
export async function startMetrics(
  read: () => string | Promise<string>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, (request, response) => {
    void answerScrape(read, request, response);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: await listen(server, host, port, "METRICS_PORT"), close };
}

async function answerScrape(
  read: () => string | Promise<string>,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  const isFound = isRead && url === "/metrics";
  response.statusCode = isFound ? 200 : isRead ? 404 : 405;
  response.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  if (!isRead) response.setHeader("Allow", "GET, HEAD");
  response.end(isFound ? await read() : "");
}
