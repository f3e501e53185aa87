import type { RequestHandler, Response } from "express";
import { isReady, type Site } from "../site";

/** Probes come by IP address, so they are answered before the Host header is looked at. */
export function health(site: Site): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    if (request.path === "/livez") return sendHealth(response, 200, "alive");
    if (request.path === "/readyz") return sendHealth(response, isReady(site) ? 200 : 503, readiness(site));
    next();
  };
}

function readiness(site: Site): string {
  if (site.isStopping) return "stopping";
  return isReady(site) ? "ready" : "starting";
}

function sendHealth(response: Response, code: number, status: string): void {
  response.status(code).set("Cache-Control", "no-store").json({ status });
}

/** Until the app is loaded, no page can be rendered. */
export function waitUntilLoaded(site: Site): RequestHandler {
  return (_request, response, next) => {
    if (site.render !== undefined) return next();
    response.status(503).set({ "Retry-After": "1", "Cache-Control": "no-store" });
    response.type("text/plain").send("Starting. Please try again in a second.\n");
  };
}
