import { resolve } from "node:path";
import { loadCatalogue } from "../catalogue/load-catalogue";
import { configuredDrivers } from "../drivers/configured-drivers";
import type { PaymentsEnvironment } from "../environment/read-environment";
import type { PaymentsLog } from "../log";
import { realParts } from "../parts/real-parts";
import { existingDatabase } from "../private-files";
import { contextOf } from "../start";
import { runOperator } from "./run";

/** Runs an operator's command with the providers and the database of the environment, without listening. @returns the exit code */
export async function operateBeside(
  environment: PaymentsEnvironment,
  log: PaymentsLog,
  args: readonly string[],
): Promise<number> {
  const { host, port, hosts, publicOrigin, siteOrigin, databaseUrl, settings } = environment;
  if (databaseUrl === undefined) existingDatabase(environment.dataDir);
  const drivers = configuredDrivers(environment);
  const options = {
    host,
    port,
    hosts,
    publicOrigin,
    siteOrigin,
    databaseUrl,
    settings,
    dataDir: resolve(environment.dataDir),
    log,
  };
  const catalogue = loadCatalogue(resolve(environment.catalogueFile));
  const parts = realParts({ environment, log, drivers, countryOf: () => undefined, catalogue: () => catalogue });
  const context = await contextOf(options, parts, () => siteOrigin);
  try {
    return await runOperator(args, { context, input: process.stdin, output: process.stdout, errors: process.stderr });
  } finally {
    await context.db.destroy();
  }
}
