import { STATUS_CODES } from "node:http";
import type { RequestHandler } from "express";
import { oneOf, Registry } from "~/exposition/registry.server";
import { splitPath } from "~/i18n/locales";
import { PAGES } from "~/i18n/pages";

/** What the host counts. */
export const hostMetrics = new Registry();

/** First segments of addresses that are no pages. */
const FOLDERS = ["preferences", "r", "return", "assets", "brands", "locales", "page-links", "builds"] as const;
const FILES = ["robots.txt", "sitemap.xml", "livez", "readyz", "events", "version.json"] as const;
const ROUTES = [...PAGES, "receipt", "order-state", ...FOLDERS, ...FILES, "other"] as const;
type RouteLabel = (typeof ROUTES)[number];

const COUNTED_METHODS = ["GET", "HEAD", "POST", "other"] as const;
/** `aborted`: the visitor left before the answer was sent. */
const STATUSES = [...Object.keys(STATUS_CODES), "aborted"];

const requests = hostMetrics.counter("site_requests_total", "Requests by kind of address, method and status.", {
  route: ROUTES,
  method: COUNTED_METHODS,
  status: STATUSES,
});

const seconds = hostMetrics.histogram(
  "site_request_seconds",
  "How long requests took, from their headers to the end of the answer.",
  { route: ROUTES },
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);

/** Counts every request when its connection is done with it. */
export function requestMetrics(): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const route = routeOf(request.originalUrl.split("?", 1)[0] ?? "");
    const method = oneOf(COUNTED_METHODS, request.method, "other");
    response.once("close", () => {
      const status = response.writableFinished ? String(response.statusCode) : "aborted";
      requests.add({ route, method, status: oneOf(STATUSES, status, "aborted") });
      seconds.observe({ route }, (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}

/** The kind of an address, out of a closed list: an address itself may carry a code or a number of somebody's. */
export function routeOf(path: string): RouteLabel {
  const [, first = "", second = "", more] = splitPath(path).rest.split("/");
  if (first === "") return path.startsWith("//") ? "other" : "home";
  if (first === "receipts" && second !== "") return more === undefined ? "receipt" : "other";
  if (first === "paystatus" && second === "state") return "order-state";
  return oneOf([...PAGES, ...FOLDERS, ...FILES], first, "other");
}
