import type { Logger } from "pino";
import type { Env } from "~/env.server";
import { type EmbeddedPayments, startEmbeddedPayments } from "../payments/embedded-payments";
import { type EmbeddedSandbox, startEmbeddedSandbox } from "../sandbox/embedded-sandbox";

/** The payments API that a site has started. */
export type EmbeddedApi = ({ kind: "payments" } & EmbeddedPayments) | ({ kind: "sandbox" } & EmbeddedSandbox);

export const hasEmbeddedApi = ({ apiBaseUrl }: Env): boolean => apiBaseUrl === undefined;

/** Starts our own payments API where it is set up, else the sandbox; nothing where API_BASE_URL names one. @throws StartError */
export async function startEmbeddedApi(given: Env, log: Logger): Promise<EmbeddedApi | undefined> {
  if (!hasEmbeddedApi(given)) return undefined;
  if (given.hasPayments) return { kind: "payments", ...(await startEmbeddedPayments(given, log)) };
  return { kind: "sandbox", ...(await startEmbeddedSandbox(given, log)) };
}
