import { resolve } from "node:path";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { readSettingsFile, type StoreReportSettings } from "../../../payments/store-reports/stores/settings";
import { startSandbox } from "../../../sandbox/start";
import { explainPort } from "../listen";
import { ROOT } from "../root";
import { forOperator, StartError } from "../start-error";
import { STOP } from "../stop";
import type { SandboxReport } from "./sandbox-report";

/**
 * The sandbox in a process of its own, started by embedded-sandbox.ts with the site's environment. Signals of a terminal or a
 * supervisor reach it, too, and are ignored: the site needs it until its last page is sent.
 */
process.on("SIGTERM", () => {}).on("SIGINT", () => {});
// The site is gone, however it ended.
process.once("disconnect", () => process.exit());

const sendReport = (message: SandboxReport): void => void process.send?.(message);

async function startReporting(): Promise<void> {
  const env = readEnv(process.env);
  const { sandboxHost: host, sandboxPort: port, sandboxHosts: hosts, sandboxBareSeed: bareSeed, mailServer } = env;
  const log = createLog(env.logLevel);
  if (bareSeed !== undefined) log.info({ bareSeed }, "the sandbox is a bare API");
  const dataDir = resolve(ROOT, env.dataDir);
  const { publicOrigin: siteOrigin, sandboxOrigin: publicOrigin, databaseUrl } = env;
  const addresses = { host, hosts, port, publicOrigin, siteOrigin };
  const storeReports = env.storeReportsFile === undefined ? undefined : settingsIn(resolve(ROOT, env.storeReportsFile));
  const options = { ...addresses, dataDir, databaseUrl, log, mailServer, storeReports, bareSeed };
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw explainPort(error, port, "SANDBOX_PORT");
  });
  process.on("message", (message) => {
    if (message === STOP) sandbox.close().then(() => process.exit(0));
  });
  const { origin, controlUrl } = sandbox;
  sendReport({ started: { origin, controlUrl, appLink: sandbox.signedLink("/payment") } });
}

/** @throws StartError naming the file */
function settingsIn(file: string): StoreReportSettings {
  try {
    return readSettingsFile(file);
  } catch (error) {
    throw new StartError(`STORE_REPORTS_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
}

startReporting().catch((error: unknown) => sendReport({ problem: forOperator(error) }));
