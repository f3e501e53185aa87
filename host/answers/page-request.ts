import type { Request as HostRequest, Response as HostResponse } from "express";
import { rawBodyOf } from "../forms/form-body";

/** Connection headers, and those already checked: Remix would answer a mismatched Origin with an empty 500. */
const NOT_FOR_PAGES = new Set([
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "transfer-encoding",
  "content-length",
  "origin",
]);

const FOR_SCRIPTS = /^\/(events$|assets\/|brands\/|page-links\/|locales\/)|\.(json|webmanifest)$/;

/** Addresses that scripts and browsers request, not people: errors there are problem details (RFC 9457). */
export const isForScripts = (path: string): boolean => FOR_SCRIPTS.test(path);

/** A hydrated page asks for data; Remix shows a problem that comes back with X-Remix-Catch in the page's error boundary. */
export const isDataRequest = (request: HostRequest): boolean => /[?&]_data=/.test(request.originalUrl);

/** The request as the app gets it. */
export const pageRequest = (request: HostRequest, response: HostResponse, publicOrigin: string): Request =>
  new Request(publicOrigin + request.originalUrl, {
    method: request.method,
    headers: pageHeaders(request, publicOrigin),
    body: request.method === "POST" ? rawBodyOf(request) : undefined,
    signal: abortedWith(response),
  });

/** The same for what is only read of it: it has no body, and goes on when the visitor leaves. */
export const readRequest = (request: HostRequest, publicOrigin: string): Request =>
  new Request(publicOrigin + request.originalUrl, {
    method: request.method,
    headers: pageHeaders(request, publicOrigin),
  });

/** The request's headers that the app gets. */
export function pageHeaders(request: HostRequest, publicOrigin: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NOT_FOR_PAGES.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set("host", new URL(publicOrigin).host);
  return headers;
}

/** Aborts the loaders when the visitor leaves. */
function abortedWith(response: HostResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
