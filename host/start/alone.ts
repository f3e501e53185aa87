import type { RequestListener } from "node:http";
import { createLog } from "~/create-log.server";
import type { Env } from "~/env.server";
import { startMetrics } from "../metrics/metrics-server";
import { measureProcess, siteMetrics, tellBuild } from "../metrics/site-metrics";
import type { Site } from "../site";
import { startTracing } from "../tracing/start-tracing";
import { addresses } from "./addresses";
import { buildApp, loadAppFromSources, loadBuiltApp } from "./app-loader";
import { hasEmbeddedApi, startEmbeddedApi } from "./embedded/embedded-api";
import { prepareEmbeddedData } from "./embedded/embedded-data";
import { openServer } from "./http-server";
import { listen } from "./listen";
import { ROOT } from "./root";
import { LAST_EVENTS_MS, onStopSignal, stop } from "./stop";
import { setVariables } from "./variables";

/**
 * The site in one process, with its payments API in another. Takes the ports first and loads the app last, so that mistakes show at
 * once and health checks find a listener.
 */
export async function startAlone(given: Env, createHost: (site: Site) => RequestListener): Promise<void> {
  const log = createLog(given.logLevel);
  if (hasEmbeddedApi(given)) await prepareEmbeddedData(given);

  const server = openServer();
  const port = await listen(server, given.host, given.port);
  // Packages read NODE_ENV, and would otherwise do what they do for developers.
  const env = setVariables({ PORT: port.toString(), NODE_ENV: given.mode });
  const site: Site = { env, log, assets: undefined, render: undefined, isStopping: false };
  server.on("request", createHost(site));
  const traces = env.tracing && (await startTracing(env.tracing, log));
  const metrics = env.metrics && (await startMetrics(() => siteMetrics(site), env.metrics));
  if (metrics) measureProcess();
  const api = await startEmbeddedApi(given, log);

  const stopping = new AbortController();
  onStopSignal(async () => {
    stopping.abort();
    await stop(site, server, async () => {
      await site.sendLastEvents?.(LAST_EVENTS_MS);
      metrics?.close();
      await Promise.all([traces?.stop(), api?.close()]);
    });
  });
  const load = async () => {
    if (env.mode === "development") return loadAppFromSources(ROOT, server, stopping.signal);
    await buildApp(ROOT, stopping.signal);
    return loadBuiltApp(ROOT);
  };
  const app = await load().catch((error: unknown) => {
    if (!site.isStopping) throw error;
  });
  if (app === undefined) return;
  Object.assign(site, app);
  if (app.build !== undefined) tellBuild(app.build);
  process.stdout.write(addresses(given, env.publicOrigin, api));
}
