import { randomBytes } from "node:crypto";
import { isSigned, signatureOf } from "~/sealing.server";

const RANDOM_BYTES = 15;
/** The random part in base64url. */
const RANDOM_LENGTH = 20;

/**
 * The idempotency key of a new attempt: 63 characters of base64url. Its second part is a keyed hash of the first and of the
 * browser's own secret, so that the browser can be told from others that type the same e-mail, whatever was lost meanwhile.
 * @param browser the visitor's secret, see Visitor
 */
export function newAttempt(browser: string): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return random + signatureOf("attempt", random + browser);
}

/** Whether an attempt was made for this browser. */
export const isAttemptOf = (browser: string, attempt: string): boolean =>
  isSigned("attempt", attempt.slice(0, RANDOM_LENGTH) + browser, attempt.slice(RANDOM_LENGTH));
