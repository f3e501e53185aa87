import { resolve } from "node:path";
import type { z } from "zod";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { readSettingsFile, type StoreReportSettings } from "../../../payments/store-reports/stores/settings";
import { startSandbox } from "../../../sandbox/start";
import { reportStart } from "../embedded/report-start";
import { explainPort } from "../listen";
import { ROOT } from "../root";
import { StartError } from "../start-error";
import type { startedSandbox } from "./started-sandbox";

/** The sandbox in a process of its own, started by embedded-sandbox.ts with the site's environment. */
reportStart(async () => {
  const env = readEnv(process.env);
  const { sandboxHost: host, sandboxPort: port, sandboxHosts: hosts, sandboxBareSeed: bareSeed, mailServer } = env;
  const log = createLog(env.logLevel);
  if (bareSeed !== undefined) log.info({ bareSeed }, "the sandbox is a bare API");
  const dataDir = resolve(ROOT, env.dataDir);
  const { publicOrigin: siteOrigin, sandboxOrigin: publicOrigin, databaseUrl } = env;
  const addresses = { host, hosts, port, publicOrigin, siteOrigin };
  const storeReports = env.storeReportsFile === undefined ? undefined : settingsIn(resolve(ROOT, env.storeReportsFile));
  const options = { ...addresses, dataDir, databaseUrl, log, mailServer, storeReports, bareSeed };
  const { origin, controlUrl, signedLink, close } = await startSandbox(options).catch((error: unknown) => {
    throw explainPort(error, port, "SANDBOX_PORT");
  });
  const facts: z.input<typeof startedSandbox> = { origin, controlUrl, appLink: signedLink("/payment") };
  return { facts, close };
});

/** @throws StartError naming the file */
function settingsIn(file: string): StoreReportSettings {
  try {
    return readSettingsFile(file);
  } catch (error) {
    throw new StartError(`STORE_REPORTS_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
}
