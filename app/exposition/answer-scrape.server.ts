import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** All metrics in Prometheus' text format, as they are when they are asked for. */
export type ReadMetrics = () => string | Promise<string>;

/** `/metrics` for Prometheus, and nothing else: for a port of its own, which no buyer reaches. */
export const answerScrapes =
  (read: ReadMetrics): RequestListener =>
  (request, response) =>
    void answer(read, request, response);

async function answer(read: ReadMetrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  const isFound = isRead && url === "/metrics";
  response.statusCode = isFound ? 200 : isRead ? 404 : 405;
  response.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  if (!isRead) response.setHeader("Allow", "GET, HEAD");
  response.end(isFound ? await read() : "");
}
