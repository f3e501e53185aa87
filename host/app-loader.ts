import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { build, CLIENT_BUILD, isBuildStale, SERVER_BUILD } from "./build";
import type { Site } from "./site";
import { builtFiles } from "./static-files";

const serverBuild = z.custom<ServerBuild>(
  (module) => typeof module === "object" && module !== null && "routes" in module && "entry" in module,
  "not a Remix server build",
);

type LoadedApp = Required<Pick<Site, "assets" | "render">>;

/** The built app; builds it first if needed. */
export async function loadBuiltApp(root: string, stopping: AbortSignal): Promise<LoadedApp> {
  if (await isBuildStale(root)) {
    process.stdout.write("Building the app …\n");
    await build(root, stopping);
  }
  const built = serverBuild.parse(await import(pathToFileURL(join(root, SERVER_BUILD)).href));
  return { assets: builtFiles(join(root, CLIENT_BUILD)), render: createRequestHandler(built, "production") };
}

/** The app straight from its sources, through Vite, which also serves the browser's modules. */
export async function loadAppFromSources(root: string, server: Server, stopping: AbortSignal): Promise<LoadedApp> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  stopping.addEventListener("abort", () => void vite.close());
  const load = async () => serverBuild.parse(await vite.ssrLoadModule("virtual:remix/server-build"));
  return {
    assets: vite.middlewares,
    render: async (request) => createRequestHandler(await load(), "development")(request),
  };
}
