import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { createLog } from "~/create-log.server";
import { EnvError, readEnv } from "~/env.server";
import { startMetrics } from "../metrics/metrics-server";
import type { Site } from "../site";
import { loadAppFromSources, loadBuiltApp } from "./app-loader";
import { openServer } from "./http-server";
import { listen } from "./listen";
import { type OwnSandbox, prepareOwnData, startOwnSandbox } from "./own-sandbox";
import { StartError } from "./start-error";
import { onStopSignal, stop } from "./stop";
import { setVariables } from "./variables";

/** How long the process stays for analytics when it ends. */
const LAST_EVENTS_MS = 2_000;

const ROOT = resolve(import.meta.dirname, "../..");

/** Starts the site with the given pipeline. If that fails, prints what the operator can do and exits with 1. */
export async function startSite(createHost: (site: Site) => RequestListener): Promise<void> {
  await start(createHost).catch((error: unknown) => {
    const isForOperator = error instanceof EnvError || error instanceof StartError;
    process.stderr.write(`${isForOperator ? error.message : describe(error)}\n`);
    process.exit(1);
  });
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Takes the ports first and loads the app last, so that mistakes show at once and health checks find a listener. */
async function start(createHost: (site: Site) => RequestListener): Promise<void> {
  const given = readEnv(process.env);
  const log = createLog(given.logLevel);
  const hasOwnSandbox = given.apiBaseUrl === undefined;
  if (hasOwnSandbox) await prepareOwnData(given, ROOT);

  const server = openServer();
  const port = await listen(server, given.host, given.port);
  // React reads NODE_ENV and would otherwise use its slow development build.
  const env = setVariables({ PORT: port.toString(), NODE_ENV: given.mode });
  const site: Site = { env, log, assets: undefined, render: undefined, isStopping: false };
  server.on("request", createHost(site));
  const metrics = env.metrics && (await startMetrics(site, env.metrics));
  const sandbox = hasOwnSandbox ? await startOwnSandbox(given, env.publicOrigin, ROOT, log) : undefined;

  const stopping = new AbortController();
  onStopSignal(async () => {
    stopping.abort();
    await stop(site, server, async () => {
      await site.sendLastEvents?.(LAST_EVENTS_MS);
      metrics?.close();
      await sandbox?.close();
    });
  });
  const isDevelopment = env.mode === "development";
  const load = isDevelopment ? loadAppFromSources(ROOT, server, stopping.signal) : loadBuiltApp(ROOT, stopping.signal);
  const app = await load.catch((error: unknown) => {
    if (!site.isStopping) throw error;
  });
  if (app === undefined) return;
  Object.assign(site, app);
  process.stdout.write(addresses(env.publicOrigin, sandbox));
}

function addresses(publicOrigin: string, sandbox: OwnSandbox | undefined): string {
  const lines = [`Site       ${publicOrigin}/`];
  if (sandbox !== undefined) lines.push(`App link   ${sandbox.appLink}`, `Sandbox    ${sandbox.controlUrl}`);
  return `${lines.join("\n")}\n`;
}
