import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { builtFiles } from "../edge/static-files";
import type { Build, Site } from "../site";
import { build, CLIENT_BUILD, isBuildStale, SERVER_BUILD } from "./build";

const serverBuild = z.custom<ServerBuild>(
  (module) =>
    typeof module === "object" && module !== null && "routes" in module && "entry" in module && "assets" in module,
  "not a Remix server build",
);

type LoadedApp = Required<Pick<Site, "assets" | "render" | "appMetrics" | "sendLastEvents">> & Pick<Site, "build">;

const isFunction = (found: unknown): boolean => typeof found === "function";

/** What the app's entry has for the host. */
const withEntry = z.object({
  entry: z.object({
    module: z.object({
      metricsText: z.custom<LoadedApp["appMetrics"]>(isFunction),
      sendLastEvents: z.custom<LoadedApp["sendLastEvents"]>(isFunction),
    }),
  }),
});
const entryIn = (module: unknown) => withEntry.parse(module).entry.module;

/** The built app; builds it first if needed. */
export async function loadBuiltApp(root: string, stopping: AbortSignal): Promise<LoadedApp> {
  if (await isBuildStale(root)) {
    process.stdout.write("Building the app …\n");
    await build(root, stopping);
  }
  const module: unknown = await import(pathToFileURL(join(root, SERVER_BUILD)).href);
  const loaded = serverBuild.parse(module);
  const render = createRequestHandler(loaded, "production");
  const { metricsText: appMetrics, sendLastEvents } = entryIn(module);
  return { assets: builtFiles(join(root, CLIENT_BUILD)), render, appMetrics, sendLastEvents, build: toldOf(loaded) };
}

function toldOf({ assets: { version, routes } }: ServerBuild): Build {
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
    render: async (request) => createRequestHandler(await load(), "development")(request),
    appMetrics: () => entry?.metricsText() ?? "",
    sendLastEvents: async (ms) => entry?.sendLastEvents(ms),
  };
}
