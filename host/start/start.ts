import cluster from "node:cluster";
import type { RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import type { Site } from "../site";
import { startAlone } from "./alone";
import { readAllVariables } from "./payments/check-variables";
import { forOperator } from "./start-error";
import { startPrimary } from "./workers/primary";
import { startWorker } from "./workers/worker";

/** Starts the site with the given pipeline. If that fails, prints what the operator can do and exits with 1. */
export async function startSite(createHost: (site: Site) => RequestListener): Promise<void> {
  // By default the heap may double before it is cleaned: under load a process then holds a third more memory, and saves 8 % of CPU.
  setFlagsFromString("--heap-growing-percent=60");
  await startProcess(createHost).catch((error: unknown) => {
    process.stderr.write(`${forOperator(error)}\n`);
    process.exit(1);
  });
}

/** In development there is one process: Vite reloads its modules. */
async function startProcess(createHost: (site: Site) => RequestListener): Promise<void> {
  if (cluster.isWorker) return startWorker(createHost);
  const given = readAllVariables(process.env);
  const hasWorkers = given.workers > 1 && given.mode !== "development";
  return hasWorkers ? startPrimary(given) : startAlone(given, createHost);
}
