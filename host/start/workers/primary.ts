import { createServer } from "node:http";
import { createLog } from "~/create-log.server";
import type { Env } from "~/env.server";
import { startMetrics } from "../../metrics/metrics-server";
import { hostMetrics } from "../../metrics/request-metrics";
import { measureProcess } from "../../metrics/site-metrics";
import { summedMetrics } from "../../metrics/summed-metrics";
import { addresses } from "../addresses";
import { buildApp } from "../app-loader";
import { hasEmbeddedApi, startEmbeddedApi } from "../embedded/embedded-api";
import { prepareEmbeddedData } from "../embedded/embedded-data";
import { listen } from "../listen";
import { programOf, ROOT } from "../root";
import { onStopSignal } from "../stop";
import { setVariables } from "../variables";
import { startWorkers, type Workers } from "./workers";

/** Starts what the workers share, then the workers: the payments API, the metrics, the counts of senders. It serves no page itself. */
export async function startPrimary(given: Env): Promise<void> {
  const log = createLog(given.logLevel);
  if (hasEmbeddedApi(given)) await prepareEmbeddedData(given);
  const PORT = (await freePort(given)).toString();
  // For the workers, each of which is one.
  const env = setVariables({ PORT, NODE_ENV: given.mode, WEB_CONCURRENCY: "1" });
  let workers: Workers | undefined;
  const allMetrics = async () => summedMetrics([hostMetrics.text(), ...((await workers?.metrics()) ?? [])]);
  const metrics = env.metrics && (await startMetrics(allMetrics, env.metrics));
  if (metrics) measureProcess();
  const api = await startEmbeddedApi(given, log);
  await buildApp(ROOT);
  workers = await startWorkers(programOf("main"), given.workers, log);
  onStopSignal(async () => {
    await workers?.stop();
    metrics?.close();
    await api?.close();
  });
  process.stdout.write(addresses(given, env.publicOrigin, api));
}

/** Takes the port and gives it back to the workers, so that a taken one is reported before anything starts, and 0 is the same for all. */
async function freePort({ host, port }: Env): Promise<number> {
  const server = createServer();
  const found = await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
  return found;
}
