import type { ApiError } from "~/upstream/contract/errors";

/**
 * Why a call failed.
 * `refused`: the API said no (`status`, `apiError`). `timeout`: no answer in time; the call may have had its effect.
 * `unreachable`: no connection, or a broken one. `malformed`: an answer outside the contract.
 * `circuit_open`: not sent, because the circuit is open.
 */
type UpstreamErrorKind = "refused" | "timeout" | "unreachable" | "malformed" | "circuit_open";

export interface UpstreamErrorFacts {
  path: string;
  requestId: string;
  status?: number;
  apiError?: ApiError;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  cause?: unknown;
}

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
}

function describe(kind: UpstreamErrorKind, { path, status, apiError }: UpstreamErrorFacts): string {
  const detail = [status, apiError?.error.code].filter((part) => part !== undefined).join(" ");
  return `${path}: ${kind}${detail === "" ? "" : ` (${detail})`}`;
}
