import type { z } from "zod";
import type { apiError } from "~/upstream/contract/errors";

/** Every refusal: its HTTP status and what it says. */
const FAILURES = {
  body_malformed: [400, "The body is not JSON."],
  body_too_large: [413, "The body is too large."],
  content_type: [415, "The body must be application/json."],
  invalid_request: [422, "A field is missing or wrong."],
  idempotency_key: [400, "The Idempotency-Key header is missing or malformed."],
  idempotency_conflict: [409, "This idempotency key was used for another purchase."],
  price_changed: [409, "The price is another one now."],
  trial_used: [422, "This buyer has used the trial; the price is the period's."],
  order_live: [409, "This purchase is already under way."],
  order_done: [409, "This order is paid."],
  order_unknown: [404, "There is no such order."],
  plan_unknown: [404, "There is no such plan."],
  path_unknown: [404, "There is no such call."],
  email_invalid: [422, "This is no e-mail address."],
  email_taken: [409, "This address has an account."],
  user_unproven: [422, "Neither the token nor a link's sign is this user's."],
  address_foreign: [422, "Addresses to return to must be on the site."],
  token_empty: [400, "token is empty"],
  token_refused: [400, "The bot check was not passed."],
  proof_refused: [403, "Proofs of the site's own are not accepted."],
  signature_invalid: [400, "The payment's signature does not verify."],
  order_mismatch: [400, "The payment belongs to another order."],
  payment_mismatch: [400, "The return parameters name another payment."],
  product_mismatch: [422, "The product is not the plan's."],
  token_invalid: [401, "The bearer token is missing or not valid."],
  sign_invalid: [403, "The sign is not this user's."],
  sign_too_old: [401, "The sign has grown old."],
  sign_ended: [401, "The owner has ended this link or key."],
  account_needed: [422, "A key of one order ends nothing: it takes a sign that opens the account."],
  invoice_unknown: [404, "There is no such invoice of this user's."],
  vat_id_invalid: [422, "There is no such VAT id."],
  details_changed: [409, "This invoice has a newer version."],
  details_over: [409, "The time to change this invoice is over."],
  code_unknown: [404, "There is no such code."],
  code_used: [409, "The code has been used."],
  code_expired: [410, "The code is over, or a newer one took its place."],
  order_unpaid: [409, "The order is not paid, or was paid back."],
  subscription_unknown: [404, "There is no such subscription of this user's."],
  store_subscription: [409, "This subscription is changed in the store where it was bought."],
  subscription_over: [409, "This subscription is over."],
  withdrawal_over: [409, "The time to withdraw from this contract is over."],
  too_many: [429, "This was done with this invoice too often."],
  provider_away: [503, "The provider has not answered; the same call may be made again."],
  provider_refused: [422, "The provider does not take this payment."],
  provider_unknown: [404, "This provider is not set up."],
  store_away: [503, "The database cannot be reached."],
  internal: [500, "The payments API failed; its log says why."],
} as const satisfies Record<string, readonly [number, string]>;

/** These have the bare HTTP status as the code in their body, which ends a session; no other refusal has it. */
const SESSION_REFUSALS: readonly string[] = ["token_invalid", "sign_invalid", "sign_too_old", "sign_ended"];

type FailureCode = keyof typeof FAILURES;
type Extra = Pick<z.input<typeof apiError>, "order" | "price" | "agreement">;

/** A refusal in the contract's error shape; handlers throw it, `refuse` answers. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: Extra = {},
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  answer(requestId: string): z.input<typeof apiError> {
    const { code, message, status, extra } = this;
    const error = { code, message, retryable: status >= 500, request_id: requestId };
    return { code: SESSION_REFUSALS.includes(code) ? status : status * 100 + 1, error, ...extra };
  }
}

export function failure(code: FailureCode, more: Extra & { detail?: string; retryAfter?: number } = {}): Failure {
  const [status, message] = FAILURES[code];
  const { detail, retryAfter, ...extra } = more;
  return new Failure(status, code, detail ? `${message} ${detail}` : message, extra, retryAfter);
}
