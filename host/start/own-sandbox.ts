import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Env } from "~/env.server";
import { prepareDataFolder } from "./data-folder";
import { explainPort } from "./listen";
import { keptSessionSecrets } from "./session-secrets";
import { setVariables } from "./variables";

export interface OwnSandbox {
  /** A signed link that opens the site as the app would. */
  appLink: string;
  controlUrl: string;
  close(): Promise<void>;
}

/** Prepares the data folder of a site without a payments API and, where none are set, the session secrets in it. */
export async function prepareOwnData(env: Env, root: string): Promise<void> {
  const folder = resolve(root, env.dataDir);
  await prepareDataFolder(folder);
  if (env.sessionSecrets.length === 0) setVariables({ SESSION_SECRETS: await keptSessionSecrets(folder) });
}

/** Starts the sandbox and sets it as the site's payments API. `given`: the environment as read at start. */
export async function startOwnSandbox(given: Env, siteOrigin: string, root: string, log: Logger): Promise<OwnSandbox> {
  const { startSandbox } = await import("../../sandbox/start");
  const { sandboxHost: host, sandboxPort: port, sandboxBareSeed: bareSeed, redirectHosts, mailServer } = given;
  const hosts = given.sandboxHosts;
  const dataDir = resolve(root, given.dataDir);
  if (bareSeed !== undefined) log.info({ bareSeed }, "the sandbox is a bare API");
  const sandbox = await startSandbox({ host, hosts, port, dataDir, siteOrigin, log, mailServer, bareSeed }).catch(
    (error: unknown) => {
      throw explainPort(error, port, "SANDBOX_PORT");
    },
  );
  setVariables({
    API_BASE_URL: sandbox.origin,
    API_HTTP_HOSTS: new URL(sandbox.origin).hostname,
    REDIRECT_HOSTS: [...redirectHosts, new URL(sandbox.origin).host].join(","),
    PAYMENTS_TEST_MODE: "1",
  });
  return { appLink: sandbox.signedLink("/payment"), controlUrl: sandbox.controlUrl, close: () => sandbox.close() };
}
