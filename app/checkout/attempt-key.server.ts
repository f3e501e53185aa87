import { randomBytes } from "node:crypto";
import { isSigned, signatureOf } from "~/sealing.server";

const RANDOM_BYTES = 15;
/** The random part in base64url. */
const RANDOM_LENGTH = 20;

/**
 * The idempotency key of an attempt: 63 base64url characters. Its second part is a keyed hash of the first and of the
 * browser's secret, so the key tells whether this browser made it or another one that typed the same e-mail address.
 * @param browser the visitor's secret, see Visitor
 */
export function newAttempt(browser: string): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return random + signatureOf("attempt", random + browser);
}

/** Whether an attempt was made for this browser. */
export const isAttemptOf = (browser: string, attempt: string): boolean =>
  isSigned("attempt", attempt.slice(0, RANDOM_LENGTH) + browser, attempt.slice(RANDOM_LENGTH));
