import { join, resolve } from "node:path";
import type { Logger } from "pino";
import type { Env } from "~/env.server";
import { startEmbedded } from "../embedded/child-process";
import { ROOT } from "../root";
import { setVariables } from "../variables";
import { type StartedPayments, startedPayments } from "./started-payments";

export interface EmbeddedPayments extends StartedPayments {
  close(): Promise<void>;
}

/** What the payments API is told beside its own variables. */
const variablesOfPayments = (given: Env): Record<string, string> => ({
  SITE_ORIGIN: given.publicOrigin,
  PAYMENTS_PORT: process.env.PAYMENTS_PORT || given.sandboxPort.toString(),
  PAYMENTS_DATA_DIR: process.env.PAYMENTS_DATA_DIR || join(resolve(ROOT, given.dataDir), "payments"),
});

/**
 * Starts the payments API and sets it as the site's. SIGHUP to the site has it read its files again. `given`: the environment as read at
 * start. @throws StartError
 */
export async function startEmbeddedPayments(given: Env, log: Logger): Promise<EmbeddedPayments> {
  const variables = variablesOfPayments(given);
  const source = "payments/payments-process";
  const program = { name: "the payments API", source, variables, started: startedPayments } as const;
  const { started, signal, close } = await startEmbedded(program, log);
  process.on("SIGHUP", () => signal("SIGHUP"));
  setVariables({
    API_BASE_URL: started.origin,
    API_HTTP_HOSTS: new URL(started.origin).hostname,
    REDIRECT_HOSTS: [...given.redirectHosts, ...started.pageHosts].join(","),
    ...(started.isTest ? { PAYMENTS_TEST_MODE: "1" } : {}),
  });
  return { ...started, close };
}
