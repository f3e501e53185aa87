import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { builtFiles } from "../edge/static-files";
import type { Site } from "../site";
import { build, CLIENT_BUILD, isBuildStale, SERVER_BUILD } from "./build";

const serverBuild = z.custom<ServerBuild>(
  (module) => typeof module === "object" && module !== null && "routes" in module && "entry" in module,
  "not a Remix server build",
);

const withMetrics = z.object({
  entry: z.object({
    module: z.object({ metricsText: z.custom<() => string>((found) => typeof found === "function") }),
  }),
});
const metricsIn = (module: unknown) => withMetrics.parse(module).entry.module.metricsText;

type LoadedApp = Required<Pick<Site, "assets" | "render" | "appMetrics">>;

/** The built app; builds it first if needed. */
export async function loadBuiltApp(root: string, stopping: AbortSignal): Promise<LoadedApp> {
  if (await isBuildStale(root)) {
    process.stdout.write("Building the app …\n");
    await build(root, stopping);
  }
  const module: unknown = await import(pathToFileURL(join(root, SERVER_BUILD)).href);
  const render = createRequestHandler(serverBuild.parse(module), "production");
  return { assets: builtFiles(join(root, CLIENT_BUILD)), render, appMetrics: metricsIn(module) };
}

/** The app straight from its sources, through Vite, which also serves the browser's modules. */
export async function loadAppFromSources(root: string, server: Server, stopping: AbortSignal): Promise<LoadedApp> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  stopping.addEventListener("abort", () => void vite.close());
  let appMetrics = () => "";
  const load = async () => {
    const module: unknown = await vite.ssrLoadModule("virtual:remix/server-build");
    appMetrics = metricsIn(module);
    return serverBuild.parse(module);
  };
  return {
    assets: vite.middlewares,
    render: async (request) => createRequestHandler(await load(), "development")(request),
    appMetrics: () => appMetrics(),
  };
}
