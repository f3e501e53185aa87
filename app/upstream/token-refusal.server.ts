import { LOGGED_OUT_CODES, SESSION_OVER_CODES } from "./contract/errors";
import { UpstreamError } from "./upstream-error";

/** `over`: the token is no longer good. `loggedOut`: nor is it, but the visitor is asked what to do about it. */
export type TokenRefusal = "over" | "loggedOut";

/** What a failed call says about the caller's token; undefined: nothing. */
export function tokenRefusal(error: unknown): TokenRefusal | undefined {
  if (!(error instanceof UpstreamError) || error.kind !== "refused") return undefined;
  const code = error.apiError?.code ?? error.status ?? 0;
  if (SESSION_OVER_CODES.includes(code)) return "over";
  return LOGGED_OUT_CODES.includes(code) ? "loggedOut" : undefined;
}
