import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { hostContext } from "~/security/host-facts.server";
import { builtFiles } from "../edge/static-files";
import type { Build, Site } from "../site";
import { APP_BUILD, buildIfStale, CLIENT_BUILD } from "./build.mjs";
import { routeHandlers } from "./route-handlers";
import { StartError } from "./start-error";

const serverBuild = z.custom<ServerBuild>(
  (module) =>
    typeof module === "object" && module !== null && "routes" in module && "entry" in module && "assets" in module,
  "not a Remix server build",
);

type LoadedApp = Required<Pick<Site, "assets" | "render" | "appMetrics" | "sendLastEvents">> &
  Pick<Site, "build" | "pageCache">;

/** For workers: their primary counts senders for all of them from then on. */
type BuiltApp = LoadedApp & { countInPrimary: () => void };

const isFunction = (found: unknown): boolean => typeof found === "function";

/** What the app's entry has for the host. */
const withEntry = z.object({
  entry: z.object({
    module: z.object({
      metricsText: z.custom<LoadedApp["appMetrics"]>(isFunction),
      sendLastEvents: z.custom<LoadedApp["sendLastEvents"]>(isFunction),
      pageCache: z.custom<LoadedApp["pageCache"]>((found) => typeof found === "object"),
      connectRedis: z.custom<() => Promise<void>>(isFunction),
      countInPrimary: z.custom<BuiltApp["countInPrimary"]>(isFunction),
    }),
  }),
});
const entryIn = (module: unknown) => withEntry.parse(module).entry.module;

/** Builds the app where it is missing or stale. @throws StartError with the build's output */
export const buildApp = (root: string, stopping?: AbortSignal): Promise<void> =>
  buildIfStale(root, "app", stopping).catch((error: unknown) => {
    throw error instanceof Error ? new StartError(error.message) : error;
  });

/** The built app, once it has looked for the store that copies share. */
export async function loadBuiltApp(root: string): Promise<BuiltApp> {
  const module: unknown = await import(pathToFileURL(join(root, APP_BUILD)).href);
  const loaded = serverBuild.parse(module);
  const render = routeHandlers(loaded, "production");
  const { metricsText: appMetrics, sendLastEvents, pageCache, connectRedis, countInPrimary } = entryIn(module);
  await connectRedis();
  const assets = builtFiles(join(root, CLIENT_BUILD));
  return { assets, render, appMetrics, sendLastEvents, pageCache, countInPrimary, build: buildOf(loaded) };
}

function buildOf({ assets: { version, routes } }: ServerBuild): Build {
  return { id: version, routes: Object.fromEntries(Object.values(routes).map(({ id, module }) => [id, module])) };
}

/** The app straight from its sources, through Vite, which also serves the browser's modules. */
export async function loadAppFromSources(root: string, server: Server, stopping: AbortSignal): Promise<LoadedApp> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  stopping.addEventListener("abort", () => void vite.close());
  let entry: ReturnType<typeof entryIn> | undefined;
  const load = async () => {
    const module: unknown = await vite.ssrLoadModule("virtual:remix/server-build");
    entry = entryIn(module);
    return serverBuild.parse(module);
  };
  return {
    assets: vite.middlewares,
    render: async (request) => createRequestHandler(await load(), "development")(request, hostContext()),
    appMetrics: () => entry?.metricsText() ?? "",
    sendLastEvents: async (ms) => entry?.sendLastEvents(ms),
  };
}
