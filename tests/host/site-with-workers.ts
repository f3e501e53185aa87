import cluster from "node:cluster";
import { setTimeout } from "node:timers/promises";
import { RateLimiterCluster } from "rate-limiter-flexible";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { hostMetrics } from "../../host/metrics/request-metrics";
import type { Site } from "../../host/site";
import { openServer } from "../../host/start/http-server";
import { listen } from "../../host/start/listen";
import { onStopSignal, STOP, stop } from "../../host/start/stop";
import { LISTEN, LOADED, startWorkers } from "../../host/start/workers/workers";
import { createHost } from "../../server";

const WORKERS = 2;
const PAGES_BEFORE_ANOTHER = 3;

/**
 * Two workers with a page that tells who answered, and how many pages were asked for of any of them. One that replaces another is
 * there once a third page has been asked for, so that who answers until then is no question of time. At the end the process that
 * started them prints what it has counted.
 */
if (cluster.isPrimary) await lead();
else await serve();

async function lead(): Promise<void> {
  const workers = await startWorkers(import.meta.filename, WORKERS, createLog("info"));
  onStopSignal(async () => {
    await workers.stop();
    console.info(hostMetrics.text());
  });
  console.info("ready");
}

async function serve(): Promise<void> {
  process.on("SIGTERM", () => {});
  const counter = new RateLimiterCluster({ points: 1, duration: 600, keyPrefix: "pages" });
  const site: Site = {
    env: readEnv(process.env),
    log: createLog("silent"),
    assets: undefined,
    render: async (request) => {
      const { consumedPoints } = await counter.penalty("all");
      if (request.url.endsWith("/slow")) await setTimeout(500);
      return Response.json({ pid: process.pid, pages: consumedPoints });
    },
    isStopping: false,
  };
  const server = openServer();
  server.on("request", createHost(site));
  process.on("message", (message) => {
    if (message === STOP) stop(site, server, async () => {}).then(() => process.exit(0));
    if (message === LISTEN) void listen(server, "127.0.0.1", site.env.port);
  });
  const pages = async () => (await counter.get("all"))?.consumedPoints ?? 0;
  if (Number(cluster.worker?.id) > WORKERS) while ((await pages()) < PAGES_BEFORE_ANOTHER) await setTimeout(20);
  process.send?.(LOADED);
}
