import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "pino";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { z } from "zod";
import { hostMetrics } from "../../metrics/request-metrics";
import { StartError } from "../start-error";
import { STOP } from "../stop";

/** One that dies at once is started again after so long, not in a tight loop. */
const RESTART_PAUSE_MS = 1_000;
/** A worker that does not send its metrics within this time is left out. */
const METRICS_MS = 2_000;

const endedWorkers = hostMetrics
  .counter("site_workers_ended_total", "Workers that have ended by themselves, each of which was started anew.", {})
  .fromZero();

/** How a worker is asked for its metrics, and what it answers. */
export const ASK_METRICS = "metrics";
/** What a worker says once it could serve, and what it then gets as the sign to listen. */
export const LOADED = "loaded";
export const LISTEN = "listen";
export const workersMetrics = z.object({ metrics: z.string() });

export interface Workers {
  /** What each has counted, as Prometheus' text. */
  metrics(): Promise<string[]>;
  /** Once all of them have ended: each finishes what is in flight. */
  stop(): Promise<void>;
}

/**
 * Starts so many processes of `program` that share their ports, and another one for each that dies. The limits of senders are
 * counted here for all of them. Workers end with this process, however that ends.
 * @returns once all of them listen
 * @throws StartError where one ends before that; it has said why
 */
export async function startWorkers(program: string, count: number, log: Logger): Promise<Workers> {
  // It listens to the workers by itself.
  new RateLimiterClusterMaster();
  cluster.setupPrimary({ exec: program });
  let isStopping = false;
  const startOne = (): Worker => {
    const begun = performance.now();
    const worker = cluster.fork();
    worker.once("listening", () => {
      worker.once("exit", (code, signal) => {
        if (isStopping) return;
        endedWorkers.add({});
        log.error({ worker: worker.process.pid, code, signal }, "a worker has ended by itself, and another one starts");
        setTimeout(replace, Math.max(0, RESTART_PAUSE_MS - (performance.now() - begun)));
      });
    });
    return worker;
  };
  const replace = (): void => {
    if (isStopping) return;
    const worker = startOne();
    const tryAgain = () => setTimeout(replace, RESTART_PAUSE_MS);
    worker.once("exit", tryAgain).once("listening", () => worker.off("exit", tryAgain));
    worker.on("message", (message) => message === LOADED && worker.send(LISTEN));
  };
  const first = Array.from({ length: count }, startOne);
  // All at once, so that the first of them does not get all connections that wait for the site.
  await Promise.all(first.map((worker) => loaded(worker)));
  const listening = Promise.all(first.map(isListening));
  for (const worker of first) worker.send(LISTEN);
  await listening;
  return {
    metrics: async () => (await Promise.all(living().map(metricsOf))).filter((text) => text !== ""),
    stop: async () => {
      isStopping = true;
      await Promise.all(living().map(stopOne));
    },
  };
}

const living = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const loaded = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.on("message", (message) => message === LOADED && resolve());
    worker.once("exit", () => reject(new StartError("A worker ended before it was ready.")));
  });

const isListening = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", () => reject(new StartError("A worker ended before it was ready.")));
  });

async function stopOne(worker: Worker): Promise<void> {
  const ended = once(worker, "exit");
  worker.send(STOP);
  await ended;
}

/** Empty where it does not answer in time. */
function metricsOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    const end = (text: string) => {
      clearTimeout(timer);
      worker.off("message", read).off("exit", gone);
      resolve(text);
    };
    const read = (message: unknown) => {
      const reply = workersMetrics.safeParse(message);
      if (reply.success) end(reply.data.metrics);
    };
    const gone = () => end("");
    const timer = setTimeout(gone, METRICS_MS);
    worker.on("message", read).on("exit", gone);
    worker.send(ASK_METRICS);
  });
}
