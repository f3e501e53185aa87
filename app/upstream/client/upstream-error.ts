import { type ApiError, LOGGED_OUT_CODES, SESSION_OVER_CODES } from "~/upstream/contract/errors";

/**
 * Why a call failed.
 * `refused`: the API said no (`status`, `apiError`). `timeout`: no answer in time; the call may have had its effect.
 * `unreachable`: no connection, or a broken one. `malformed`: an answer outside the contract.
 * `circuit_open`: not sent, because the circuit is open.
 */
type UpstreamErrorKind = "refused" | "timeout" | "unreachable" | "malformed" | "circuit_open";

/** How the log names a purchase. */
export interface PurchaseFacts {
  /** Missing for one that was begun in an app. */
  attempt?: string;
  provider: string;
  orderId?: string | undefined;
  /** The request id of its purchase call, which the payments API has got: known to the copy that has sent it. */
  apiRequestId?: string | undefined;
}

export interface UpstreamErrorFacts {
  path: string;
  requestId: string;
  status?: number;
  apiError?: ApiError;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  cause?: unknown;
}

/** Timeout, too early, too many requests. */
const NOT_NOW: readonly (number | undefined)[] = [408, 425, 429];

/** The one error of the payments API's client. */
export class UpstreamError extends Error {
  readonly path: string;
  readonly requestId: string;
  readonly status: number | undefined;
  readonly apiError: ApiError | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: UpstreamErrorKind,
    facts: UpstreamErrorFacts,
  ) {
    super(describe(kind, facts), { cause: facts.cause });
    this.name = "UpstreamError";
    this.path = facts.path;
    this.requestId = facts.requestId;
    this.status = facts.status;
    this.apiError = facts.apiError;
    this.retryAfter = facts.retryAfter;
  }

  /** Whether the API itself is in trouble; false where it answered and refused. */
  get isOutage(): boolean {
    return this.kind !== "refused" || (this.status ?? 0) >= 500;
  }

  /** Refused with a status that says nothing of what was asked. */
  get isNotNow(): boolean {
    return NOT_NOW.includes(this.status);
  }
}

function describe(kind: UpstreamErrorKind, { path, status, apiError }: UpstreamErrorFacts): string {
  const detail = [status, apiError?.error.code].filter((part) => part !== undefined).join(" ");
  return `${path}: ${kind}${detail === "" ? "" : ` (${detail})`}`;
}

/** Both mean that the token is not valid any more. `loggedOut`: the visitor is asked whether to log in again. */
export type TokenRefusal = "over" | "loggedOut";

/** How a failed call refused the caller's token; undefined where it did not. */
export function tokenRefusal(error: unknown): TokenRefusal | undefined {
  if (!(error instanceof UpstreamError) || error.kind !== "refused") return undefined;
  const code = error.apiError?.code ?? error.status ?? 0;
  if (SESSION_OVER_CODES.includes(code)) return "over";
  return LOGGED_OUT_CODES.includes(code) ? "loggedOut" : undefined;
}

/** Error codes of a connection that failed before anything was sent. */
const UNCONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Whether the call never reached the API, or was refused before it was processed. */
export function wasNeverTaken({ kind, status = 500, cause }: UpstreamError): boolean {
  if (kind === "circuit_open") return true;
  if (kind === "refused") return status < 500;
  const reason = cause instanceof Error ? cause.cause : undefined;
  return reason instanceof Error && "code" in reason && UNCONNECTED.includes(String(reason.code));
}
