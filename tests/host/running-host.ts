import { once } from "node:events";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { builtFiles } from "../../host/edge/static-files";
import type { PageRenderer, Site } from "../../host/site";
import { openServer } from "../../host/start/http-server";
import { listen } from "../../host/start/listen";
import { createHost } from "../../server";

export interface RunningHost {
  port: number;
  /** One of the names the site goes by: not the public one, which is localhost. */
  name: string;
  origin: string;
  server: Server;
  site: Site;
  /** Every request that reached the app, refusals included. */
  seen: Request[];
  logged: string[];
}

interface Options {
  variables?: Record<string, string>;
  render?: PageRenderer;
  /** The folder of the built files. */
  clientFiles?: string;
}

/** The build that the site says it has. */
export const BUILD = { id: "4f1d2c3b", routes: { root: "/assets/root-4f1d.js" } };

const CLIENT_FILES = resolve(import.meta.dirname, "client-files");

/** The whole pipeline on a loopback port of its own, in front of a stand-in for the app; gone when the test is over. */
export async function runHost({
  variables = {},
  render = renderStandIn,
  clientFiles = CLIENT_FILES,
}: Options = {}): Promise<RunningHost> {
  const server = openServer();
  const port = await listen(server, "127.0.0.1", 0);
  const env = readEnv({ PORT: port.toString(), ...variables });
  const logged: string[] = [];
  const seen: Request[] = [];
  const site: Site = {
    env,
    log: createLog("trace", { write: (line) => void logged.push(line) }),
    assets: builtFiles(clientFiles),
    render: (request) => {
      seen.push(request);
      return render(request);
    },
    build: BUILD,
    isStopping: false,
  };
  server.on("request", createHost(site));
  onTestFinished(async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  });
  return { port, name: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, server, site, seen, logged };
}

/** Keeps the app's side of the contract for refusals, and says which page it was asked for. */
export async function renderStandIn(request: Request): Promise<Response> {
  const problem = request.headers.get("x-edge-problem");
  const text = request.method === "POST" ? await request.text() : "";
  return new Response(`<h1>${new URL(request.url).pathname} ${problem ?? "fine"}</h1>${text}`, {
    status: problem === null ? 200 : Number(problem),
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
