import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";

/** What our host finds out about a request, and hands to the app in headers of the request. */
export interface HostFacts {
  /** The support reference. Never a visitor's own: it is in logs and in calls of the payments API. */
  requestId: string;
  visitorIp: string | undefined;
  /** The id of the build that is served, where it is under /version.json. Without it, pages ask for no other. */
  build: string | undefined;
  /** The status with which the request was refused: the app renders only the page that says so. */
  problem: number | undefined;
}

export const REQUEST_ID = "x-request-id";
const HEADERS = {
  requestId: REQUEST_ID,
  visitorIp: "x-visitor-ip",
  build: "x-edge-build",
  problem: "x-edge-problem",
} as const satisfies Record<keyof HostFacts, string>;

/** The headers that carry these facts. */
export function headersOf({ requestId, visitorIp, build, problem }: Partial<HostFacts>): Record<string, string> {
  const headers: [name: string, value: string | undefined][] = [
    [HEADERS.requestId, requestId],
    [HEADERS.visitorIp, visitorIp],
    [HEADERS.build, build],
    [HEADERS.problem, problem?.toString()],
  ];
  return Object.fromEntries(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** The facts in a request's headers, which our host wrote there. */
export function factsIn(header: (name: string) => string | null): HostFacts {
  const problem = Number(header(HEADERS.problem));
  return {
    requestId: header(HEADERS.requestId) ?? randomUUID(),
    visitorIp: header(HEADERS.visitorIp) ?? undefined,
    build: header(HEADERS.build) ?? undefined,
    problem: Number.isInteger(problem) && problem >= 400 && problem <= 599 ? problem : undefined,
  };
}

/** Headers that only a proxy or our own host may set. */
const NOT_FROM_OUTSIDE = /^(x-forwarded(-.*)?|forwarded|x-real-ip|x-visitor-.*|x-edge-.*)$/;

export const isOnlyForHosts = (header: string): boolean => NOT_FROM_OUTSIDE.test(header);

const factsOfRequest = new WeakMap<Request, HostFacts>();

export function hostFacts(request: Request): HostFacts {
  const facts = factsOfRequest.get(request) ?? factsIn((name) => request.headers.get(name));
  factsOfRequest.set(request, facts);
  return facts;
}

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

/** Comes before anything is read of a request. Behind another host than ours, such as remix-serve, no header is believed. */
export function receive({ request, context }: Received): void {
  contexts.set(request, context);
  if (!isFromOurHost(context)) factsOfRequest.set(request, factsWithoutHost(context));
}

function factsWithoutHost(context: AppLoadContext): HostFacts {
  const requestId = ids.get(context) ?? randomUUID();
  ids.set(context, requestId);
  return { requestId, visitorIp: undefined, build: undefined, problem: contextsRefused.has(context) ? 403 : undefined };
}

const ids = new WeakMap<AppLoadContext, string>();
const contextsRefused = new WeakSet<AppLoadContext>();

/** From now on the request is one that was refused, as if our own host had done it. */
export function refuse(context: AppLoadContext): void {
  contextsRefused.add(context);
}

/** What all the Requests of one request have in common: Remix gives each loader its own. */
export const sharedBy = (request: Request): object => contexts.get(request) ?? request;

/** The rendering of a page that page-cache/ sends to everybody who made the same choices. */
interface SharedRendering {
  /** Nobody waits for it, so it waits for fresh answers of the payments API. */
  wantsFresh: boolean;
  /** When the oldest of the answers that it uses was given, in milliseconds since 1970. */
  answeredAt: number;
  /** Record for a visitor who is shown the page what its loaders would have recorded; `at`: when, in milliseconds since 1970. */
  events: ((request: Request, at: number) => void)[];
}

const renderings = new AsyncLocalStorage<SharedRendering>();

/** The shared rendering that the running code belongs to; undefined in visitors' own requests. */
export const sharedRendering = (): SharedRendering | undefined => renderings.getStore();

/** Renders a page for the cache. */
export async function renderShared(
  wantsFresh: boolean,
  render: () => Promise<Response>,
): Promise<{ response: Response; rendering: SharedRendering }> {
  const rendering: SharedRendering = { wantsFresh, answeredAt: Date.now(), events: [] };
  return { response: await renderings.run(rendering, render), rendering };
}
