import { get } from "node:http";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../tests/journeys/free-port";
import { makeDataDir } from "../../../tests/journeys/running-site";
import { type CountingApi, startCountingApi } from "../doubles/counting-api";
import type { Running } from "./running";
import { runScript } from "./scripts";

/** The site on a sandbox of its own; each in its own processes, so that they are measured apart. */
export interface BenchSite {
  origin: string;
  /** Where the sandbox is, past the counting. */
  sandbox: string;
  /** Where the sandbox keeps its data. */
  dataDir: string;
  api: CountingApi;
  /** The group of the site's processes. */
  group: number;
  /** Ends the site and starts it again on the same sandbox, so that nothing is cached. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** How many plans are on sale; missing: those of the sandbox. */
  plans?: number;
}

/** @throws where the site or the sandbox does not start */
export async function startSite({ plans }: Options = {}): Promise<BenchSite> {
  const closing: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const { dataDir, removeDataDir } = makeDataDir();
    closing.push(async () => removeDataDir());
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    const backend = runScript("sandbox", { PORT: "0", DATA_DIR: dataDir, SITE_ORIGIN: origin });
    closing.push(() => backend.stop());
    const sandbox = await backend.address();
    const api = await startCountingApi(sandbox, plans);
    closing.push(() => api.close());
    const start = () => startReady(origin, siteVariables(port, sandbox, api.base));
    let site = await start();
    closing.push(() => site.stop());
    return {
      origin,
      sandbox,
      dataDir,
      api,
      get group() {
        return site.pid;
      },
      restart: async () => {
        await site.stop();
        site = await start();
      },
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What a site on a payments API is told; it is patient and turns away as few as it can, or the figures would be those of refusals. */
export const siteVariables = (port: string, sandbox: string, apiBase: string): Record<string, string> => ({
  PORT: port,
  API_BASE_URL: apiBase,
  SESSION_SECRETS: "a-secret-of-the-bench-that-is-long-enough",
  REDIRECT_HOSTS: new URL(sandbox).host,
  PAYMENTS_TEST_MODE: "1",
  // Buyers come from addresses of their own.
  TRUST_PROXY_HOPS: "1",
  LOG_LEVEL: "silent",
  PAGES_AT_ONCE: "10000",
  BUSY_AFTER_MS: "60000",
  READ_TIMEOUT_MS: "60000",
  // One process against one process.
  WEB_CONCURRENCY: "1",
});

async function startReady(origin: string, variables: Record<string, string>): Promise<Running> {
  const site = runScript("start", variables);
  try {
    await untilReady(origin);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}

/** A first start may build the site. */
const START_MS = 180_000;

/** Asks until it is ready to take requests. @throws where that takes too long */
export const untilReady = (origin: string): Promise<void> => untilAnswered(`${origin}/readyz`);

/** Asks until the answer is a 200. @throws where that takes too long */
export async function untilAnswered(address: string): Promise<void> {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    if ((await statusOf(address)) === 200) return;
    await setTimeout(2);
  }
  throw new Error(`${address} does not answer after ${START_MS / 1000} s`);
}

const statusOf = (address: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(address, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once("error", () => resolve(undefined));
  });

/** Starts the site once and ends it, so that a build that is due is no part of what is measured. */
export async function buildIfDue(): Promise<void> {
  const site = await startSite();
  await site.stop();
}
