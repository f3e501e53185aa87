import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { hostContext } from "~/security/host-facts.server";

/** Paths whose route is remembered; others are looked up again. */
const MOST_PATHS = 1_000;

/**
 * Answers our host's requests as Remix does with the whole build. Remix ranks every route four times for each page, so each leaf route has a
 * handler that knows only that route and those around it. See docs/decisions/016-cached-pages-and-overload.md.
 */
export function routeHandlers(build: ServerBuild, mode: string): RequestHandler {
  const tree = routesBelow(undefined, build.routes);
  const whole = createRequestHandler(build, mode);
  const handlers = new Map<string, RequestHandler>();
  const handlerFor = (pathname: string): RequestHandler => {
    const ids = (matchRoutes(tree, pathname) ?? []).map(({ route }) => route.id);
    const leaf = ids.at(-1);
    if (leaf === undefined) return whole;
    const handler = handlers.get(leaf) ?? createRequestHandler(withOnly(ids, build), mode);
    handlers.set(leaf, handler);
    return handler;
  };
  const known = new LRUCache<string, RequestHandler>({ max: MOST_PATHS });
  return async (request, context = hostContext()) => {
    const { pathname } = new URL(request.url);
    const handler = known.get(pathname) ?? handlerFor(pathname);
    known.set(pathname, handler);
    return handler(request, context);
  };
}

type BuildRoutes = ServerBuild["routes"];
type RouteNode = { id: string; path?: string; caseSensitive?: boolean } & (
  | { index: true }
  | { index?: false; children: RouteNode[] }
);

/** The routes below one, or, without an id, all, as React Router matches them. */
function routesBelow(parent: string | undefined, routes: BuildRoutes): RouteNode[] {
  const children = Object.values(routes).flatMap((route) => (route?.parentId === parent && route ? [route] : []));
  return children.map(({ id, path, caseSensitive, index }) =>
    index === true
      ? { id, path, caseSensitive, index }
      : { id, path, caseSensitive, children: routesBelow(id, routes) },
  );
}

/** The build without any other routes. Scripts still find all of them: the browser's list of routes is a file of its own. */
function withOnly(ids: readonly string[], build: ServerBuild): ServerBuild {
  const { routes, assets } = build;
  return { ...build, routes: pick(routes, ids), assets: { ...assets, routes: pick(assets.routes, ids) } };
}

const pick = <T>(all: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
