import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";

/** Headers that only a proxy or our own host may set, such as the visitor's address, a refusal, or the build. */
const NOT_FROM_OUTSIDE = /^(x-forwarded(-.*)?|forwarded|x-real-ip|x-visitor-.*|x-edge-.*)$/;

export const isOnlyForHosts = (header: string): boolean => NOT_FROM_OUTSIDE.test(header);

const REQUEST_ID = "x-request-id";
/** The status of a refusal, for the page that says so. */
const PROBLEM = "x-edge-problem";

/**
 * Remix's context for a request that our own host hands on: it has refused foreign forms, and put its own facts in place of what
 * the visitor sent as such. A new one for each request. No visitor can write it, as they can any header.
 */
export const hostContext = (): AppLoadContext => ({ isFromOurHost: true });

export const isFromOurHost = (context: AppLoadContext): boolean => context.isFromOurHost === true;

interface Received {
  request: Request;
  context: AppLoadContext;
}

const contexts = new WeakMap<Request, AppLoadContext>();

/**
 * Comes before anything is read of a request. Behind another host than ours, such as remix-serve, what only hosts may say is
 * removed, and the request gets an id of our own.
 */
export function receive({ request, context }: Received): void {
  contexts.set(request, context);
  if (isFromOurHost(context)) return;
  for (const name of [...request.headers.keys()]) if (isOnlyForHosts(name)) request.headers.delete(name);
  request.headers.set(REQUEST_ID, idFor(context));
  if (refused.has(context)) request.headers.set(PROBLEM, "403");
}

const refused = new WeakSet<AppLoadContext>();

/** From now on the request is one that was refused, as if our own host had done it. */
export function refuse(context: AppLoadContext): void {
  refused.add(context);
}

const ids = new WeakMap<AppLoadContext, string>();

function idFor(context: AppLoadContext): string {
  const id = ids.get(context) ?? randomUUID();
  ids.set(context, id);
  return id;
}

/** What all the Requests of one request have in common: Remix gives each loader its own. */
export const sharedBy = (request: Request): object => contexts.get(request) ?? request;
