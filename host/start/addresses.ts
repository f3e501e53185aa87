import type { Env } from "~/env.server";
import type { EmbeddedSandbox } from "./sandbox/embedded-sandbox";

/** What a start prints: what the site is, and why; where it is, and where its sandbox. `given`: the environment as it was read first. */
export function addresses(given: Env, publicOrigin: string, sandbox: EmbeddedSandbox | undefined): string {
  const built = given.mode === "development" ? ". From the sources: NODE_ENV is development" : "";
  const lines = [`Mode       ${modeOf(given)}${built}`, `Site       ${publicOrigin}/`];
  if (sandbox !== undefined) lines.push(`App link   ${sandbox.appLink}`, `Sandbox    ${sandbox.controlUrl}`);
  return `${lines.join("\n")}\n`;
}

/** Which mode runs, and which variables say so. */
export function modeOf({ isProduction, apiBaseUrl, isTestMode, publicOrigin }: Env): string {
  if (isProduction) return "production: PUBLIC_ORIGIN is one of PRODUCTION_ORIGINS. Money moves";
  if (apiBaseUrl === undefined) return "sandbox: API_BASE_URL is not set. No money moves";
  if (isTestMode) return "test: PAYMENTS_TEST_MODE is 1. No money moves, if API_BASE_URL is a test API";
  const why = publicOrigin.startsWith("https:") ? "this machine" : "not https";
  return `trial: PUBLIC_ORIGIN is ${why}, so not production. Money moves, unless API_BASE_URL is a test API`;
}
