import type { Env } from "~/env.server";
import type { EmbeddedApi } from "./embedded/embedded-api";

/** What a start prints: what the site is, and why; where it is, and where the payments API that it has started. `given`: the environment as it was read first. */
export function addresses(given: Env, publicOrigin: string, api: EmbeddedApi | undefined): string {
  const built = given.mode === "development" ? ". From the sources: NODE_ENV is development" : "";
  const lines = [`Mode       ${modeOf(given)}${built}`, `Site       ${publicOrigin}/`];
  if (api?.kind === "sandbox") lines.push(`App link   ${api.appLink}`, `Sandbox    ${api.controlUrl}`);
  if (api?.kind === "payments")
    lines.push(`Payments   ${api.providers.join(", ")}; webhooks to ${api.publicOrigin}/hooks/`);
  return `${lines.join("\n")}\n`;
}

/** Which mode runs, and which variables say so. */
export function modeOf({ isProduction, apiBaseUrl, hasPayments, isTestMode, publicOrigin }: Env): string {
  if (isProduction) return "production: PUBLIC_ORIGIN is one of PRODUCTION_ORIGINS. Money moves";
  if (apiBaseUrl === undefined && !hasPayments) return "sandbox: API_BASE_URL is not set. No money moves";
  if (isTestMode)
    return `test: PAYMENTS_TEST_MODE is 1. No money moves${apiBaseUrl === undefined ? "" : ", if API_BASE_URL is a test API"}`;
  const why = publicOrigin.startsWith("https:") ? "this machine" : "not https";
  return `trial: PUBLIC_ORIGIN is ${why}, so not production. Money moves, unless ${apiBaseUrl === undefined ? "all keys of providers are test keys" : "API_BASE_URL is a test API"}`;
}
