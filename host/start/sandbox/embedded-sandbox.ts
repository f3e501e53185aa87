import type { Logger } from "pino";
import type { Env } from "~/env.server";
import { startEmbedded } from "../embedded/child-process";
import { setVariables } from "../variables";
import { startedSandbox } from "./started-sandbox";

export interface EmbeddedSandbox {
  /** A signed link that opens the site as the app would. */
  appLink: string;
  controlUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the sandbox and sets it as the site's payments API. `given`: the environment as read at start.
 * @throws StartError
 */
export async function startEmbeddedSandbox(given: Env, log: Logger): Promise<EmbeddedSandbox> {
  const variables = { SANDBOX_PORT: given.sandboxPort.toString() };
  const program = {
    name: "the sandbox",
    source: "sandbox/sandbox-process",
    variables,
    started: startedSandbox,
  } as const;
  const { started, close } = await startEmbedded(program, log);
  const { origin, controlUrl, appLink } = started;
  setVariables({
    API_BASE_URL: origin,
    API_HTTP_HOSTS: new URL(origin).hostname,
    REDIRECT_HOSTS: [...given.redirectHosts, new URL(given.sandboxOrigin ?? origin).host].join(","),
    PAYMENTS_TEST_MODE: "1",
  });
  return { appLink, controlUrl, close };
}
