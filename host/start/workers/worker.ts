import type { RequestListener } from "node:http";
import type { z } from "zod";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { measureProcess, siteMetrics, tellBuild } from "../../metrics/site-metrics";
import type { Site } from "../../site";
import { startTracing } from "../../tracing/start-tracing";
import { loadBuiltApp } from "../app-loader";
import { openServer } from "../http-server";
import { listen } from "../listen";
import { ROOT } from "../root";
import { LAST_EVENTS_MS, STOP, stop } from "../stop";
import { ASK_METRICS, LISTEN, LOADED, type workersMetrics } from "./workers";

/** One of several processes that serve the site. It listens once it can serve, and ends upon its primary's message. */
export async function startWorker(createHost: (site: Site) => RequestListener): Promise<void> {
  // A terminal sends them to all processes; what is in flight is finished first.
  process.on("SIGTERM", () => {}).on("SIGINT", () => {});
  const env = readEnv(process.env);
  const site: Site = { env, log: createLog(env.logLevel), assets: undefined, render: undefined, isStopping: false };
  if (env.metrics) measureProcess();
  const traces = env.tracing && (await startTracing(env.tracing, site.log));
  const app = await loadBuiltApp(ROOT);
  app.countInPrimary();
  Object.assign(site, app);
  if (app.build !== undefined) tellBuild(app.build);
  const server = openServer();
  server.on("request", createHost(site));
  const closeRest = async () => {
    await app.sendLastEvents(LAST_EVENTS_MS);
    await traces?.stop();
  };
  process.on("message", (message) => {
    if (message === ASK_METRICS) tellMetrics(site);
    if (message === STOP) stop(site, server, closeRest).then(() => process.exit(0));
  });
  await untilMessage(LISTEN);
  await listen(server, env.host, env.port);
}

const untilMessage = (word: string): Promise<void> =>
  new Promise((resolve) => {
    process.on("message", (message) => message === word && resolve());
    process.send?.(LOADED);
  });

function tellMetrics(site: Site): void {
  const reply: z.input<typeof workersMetrics> = { metrics: siteMetrics(site) };
  process.send?.(reply);
}
