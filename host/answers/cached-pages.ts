import type { Request as HostRequest, Response as HostResponse, RequestHandler } from "express";
import type { CachedAnswer } from "~/page-cache/cached-answer.server";
import { REQUEST_ID } from "~/security/host-facts.server";
import type { Site } from "../site";
import { rendererOf } from "../tracing/render-span";
import { isForScripts, readRequest } from "./page-request";

/** Pages that the cache does not have yet: the first visitor is on the way to Remix. */
const misses = new WeakMap<HostRequest, NonNullable<Lookup["variant"]>>();
type Lookup = Awaited<ReturnType<NonNullable<Site["pageCache"]>["find"]>>;

/**
 * Sends what is rendered already, before anything that only making a page needs. It stands before the queue of pages: what costs
 * nothing need not wait for its turn. See docs/decisions/016-cached-pages-and-overload.md.
 */
export function answerFromCache(site: Site): RequestHandler {
  return (request, response, next) => {
    const { pageCache } = site;
    const render = rendererOf(site);
    if (pageCache === undefined || render === undefined || !mayBeCached(request)) return next();
    const toRequest = () => readRequest(request, site.env.publicOrigin);
    pageCache.find(visitOf(request), toRequest, render).then(
      ({ variant, answer }) => {
        if (answer !== undefined) return sendCached(response, answer);
        if (variant !== undefined) misses.set(request, variant);
        next();
      },
      (error: unknown) => {
        site.log.error({ requestId: response.getHeader(REQUEST_ID), err: error }, "the page cache failed");
        next();
      },
    );
  };
}

const mayBeCached = ({ method, path }: HostRequest): boolean =>
  (method === "GET" || method === "HEAD") && !isForScripts(path);

function visitOf({ originalUrl, path, headers }: HostRequest) {
  const query = originalUrl.indexOf("?");
  return { path, search: query < 0 ? "" : originalUrl.slice(query), headers };
}

/** The answer to a request whose page the cache is to have from now on; undefined for all others, which Remix answers. */
export async function newlyCachedAnswer(site: Site, request: HostRequest): Promise<CachedAnswer | undefined> {
  const variant = misses.get(request);
  const { pageCache } = site;
  const render = rendererOf(site);
  if (variant === undefined || pageCache === undefined || render === undefined) return undefined;
  const toRequest = () => readRequest(request, site.env.publicOrigin);
  return pageCache.fill(variant, visitOf(request), toRequest, render).catch((error: unknown) => {
    site.log.error({ requestId: request.headers[REQUEST_ID], err: error }, "the page cache failed");
    return undefined;
  });
}

export function sendCached(response: HostResponse, { status, headers, cookies, body }: CachedAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  nameView(response);
  for (const [name, value] of headers) response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (body !== undefined) response.setHeader("content-length", body.length);
  response.end(body);
}

/** For the page's scripts, which read it there (app/analytics/page-views.tsx): in the page it would make each answer another. */
export function nameView(response: HostResponse): void {
  response.setHeader("Server-Timing", `view;desc="${response.getHeader(REQUEST_ID)}"`);
}
