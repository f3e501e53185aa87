import type { z } from "zod";
import type { apiError } from "~/upstream/contract/errors";

/** Every refusal: its HTTP status and what it says. 401 is the code that ends a session, so nothing else uses it. */
const FAILURES = {
  body_malformed: [400, "The body is not JSON."],
  body_too_large: [413, "The body is too large."],
  content_type: [415, "The body must be application/json."],
  invalid_request: [422, "A field is missing or wrong."],
  idempotency_key: [400, "The Idempotency-Key header is missing or malformed."],
  idempotency_conflict: [409, "This idempotency key was used for another purchase."],
  price_changed: [409, "The price is another one now."],
  order_live: [409, "This purchase is already under way."],
  order_done: [409, "This order is paid."],
  order_unknown: [404, "There is no such order."],
  plan_unknown: [404, "There is no such plan."],
  path_unknown: [404, "There is no such call."],
  email_invalid: [422, "This is no e-mail address."],
  address_foreign: [422, "return_url and cancel_url must be addresses of the site."],
  token_invalid: [401, "The bearer token is missing or not valid."],
  internal: [500, "The sandbox failed; its log says why."],
} as const satisfies Record<string, readonly [number, string]>;

type FailureCode = keyof typeof FAILURES;
type Extra = Pick<z.input<typeof apiError>, "order" | "price">;

/** A refusal in the contract's error shape; thrown by handlers, answered in one place. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: Extra = {},
  ) {
    super(message);
  }

  answer(requestId: string): z.input<typeof apiError> {
    const { code, message, status, extra } = this;
    const error = { code, message, retryable: status >= 500, request_id: requestId };
    return { code: status === 401 ? 401 : status * 100, error, ...extra };
  }
}

export function failure(code: FailureCode, extra: Extra & { detail?: string } = {}): Failure {
  const [status, message] = FAILURES[code];
  const { detail, ...rest } = extra;
  return new Failure(status, code, detail ? `${message} ${detail}` : message, rest);
}
