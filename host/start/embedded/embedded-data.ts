import { resolve } from "node:path";
import type { Env } from "~/env.server";
import { ROOT } from "../root";
import { setVariables } from "../variables";
import { prepareDataFolder } from "./data-folder";
import { storedSessionSecrets } from "./session-secrets";

/** Prepares the data folder of a site that starts its payments API and, where none are set, the session secrets in it. */
export async function prepareEmbeddedData(env: Env): Promise<void> {
  const folder = resolve(ROOT, env.dataDir);
  await prepareDataFolder(folder);
  if (env.sessionSecrets.length === 0) setVariables({ SESSION_SECRETS: await storedSessionSecrets(folder) });
}
