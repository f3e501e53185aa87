import { LOGGED_OUT_CODES, SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { UpstreamError } from "./upstream-error";

/** Both mean that the token is not valid any more. `loggedOut`: the visitor is asked whether to log in again. */
export type TokenRefusal = "over" | "loggedOut";

/** How a failed call refused the caller's token; undefined where it did not. */
export function tokenRefusal(error: unknown): TokenRefusal | undefined {
  if (!(error instanceof UpstreamError) || error.kind !== "refused") return undefined;
  const code = error.apiError?.code ?? error.status ?? 0;
  if (SESSION_OVER_CODES.includes(code)) return "over";
  return LOGGED_OUT_CODES.includes(code) ? "loggedOut" : undefined;
}
