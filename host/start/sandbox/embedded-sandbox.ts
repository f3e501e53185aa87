import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Env } from "~/env.server";
import { programOf, ROOT } from "../root";
import { StartError } from "../start-error";
import { STOP } from "../stop";
import { setVariables } from "../variables";
import { prepareDataFolder } from "./data-folder";
import { type SandboxReport, sandboxReport } from "./sandbox-report";
import { storedSessionSecrets } from "./session-secrets";

export interface EmbeddedSandbox {
  /** A signed link that opens the site as the app would. */
  appLink: string;
  controlUrl: string;
  close(): Promise<void>;
}

/** Prepares the data folder of a site without a payments API and, where none are set, the session secrets in it. */
export async function prepareEmbeddedData(env: Env): Promise<void> {
  const folder = resolve(ROOT, env.dataDir);
  await prepareDataFolder(folder);
  if (env.sessionSecrets.length === 0) setVariables({ SESSION_SECRETS: await storedSessionSecrets(folder) });
}

/**
 * Starts the sandbox in a process of its own, so that its database and timers take nothing from the site's, and sets it as the
 * site's payments API. It ends with this process, however that ends. If it ends by itself, so does the site: without a payments
 * API it has nothing to sell, and a supervisor starts both again on the same data. `given`: the environment as read at start.
 * @throws StartError
 */
export async function startEmbeddedSandbox(given: Env, log: Logger): Promise<EmbeddedSandbox> {
  const child = fork(programOf("sandbox/sandbox-process"), {
    env: { ...process.env, SANDBOX_PORT: given.sandboxPort.toString() },
  });
  const report = await reportOf(child);
  if ("problem" in report) throw new StartError(report.problem);
  log.info({ sandbox: child.pid }, "the sandbox runs in a process of its own");
  const endWithIt = (code: number | null, signal: string | null) => {
    log.fatal({ code, signal }, "the sandbox has ended by itself, so the site ends, too");
    process.exit(1);
  };
  child.once("exit", endWithIt);
  const { origin, controlUrl, appLink } = report.started;
  setVariables({
    API_BASE_URL: origin,
    API_HTTP_HOSTS: new URL(origin).hostname,
    REDIRECT_HOSTS: [...given.redirectHosts, new URL(given.sandboxOrigin ?? origin).host].join(","),
    PAYMENTS_TEST_MODE: "1",
  });
  const close = async () => {
    child.off("exit", endWithIt);
    const ended = once(child, "exit");
    child.send(STOP);
    await ended;
  };
  return { appLink, controlUrl, close };
}

/** What it says first, or that it ended before it said anything. */
const reportOf = (child: ChildProcess): Promise<SandboxReport> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(sandboxReport.parse(message)));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ problem: `The sandbox ended at its start (${signal ?? code}).` }));
  });
