import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { buildIfStale, CLIENT_BUILD, SERVER_BUILD } from "./build";
import type { Site } from "./site";
import { builtFiles } from "./static-files";

const serverBuild = z.custom<ServerBuild>(
  (module) => typeof module === "object" && module !== null && "routes" in module && "entry" in module,
  "not a Remix server build",
);

type LoadedApp = Required<Pick<Site, "assets" | "render">>;

/** The built app, made first where that is needed. */
export async function loadBuiltApp(root: string, signal: AbortSignal): Promise<LoadedApp> {
  await buildIfStale(root, signal);
  const build = serverBuild.parse(await import(pathToFileURL(join(root, SERVER_BUILD)).href));
  return { assets: builtFiles(join(root, CLIENT_BUILD)), render: createRequestHandler(build, "production") };
}

/** The app straight from its sources, through Vite, which also serves the browser's modules. */
export async function loadAppFromSources(root: string, server: Server): Promise<LoadedApp> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  server.once("close", () => void vite.close());
  const load = async () => serverBuild.parse(await vite.ssrLoadModule("virtual:remix/server-build"));
  return {
    assets: vite.middlewares,
    render: async (request) => createRequestHandler(await load(), "development")(request),
  };
}
