import { randomBytes } from "node:crypto";
import { isSigned, type Purpose, signatureOf } from "~/sealing.server";

const RANDOM_BYTES = 15;
/** The random part in base64url. */
const RANDOM_LENGTH = 20;

/**
 * An idempotency key made with a form: 63 base64url characters. Its second part is a keyed hash of the first and of what the
 * form is about, so the key tells whether it was made for that.
 */
export function newFormKey(purpose: Purpose, about: string): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return random + signatureOf(purpose, random + about);
}

/** Whether a key was made for what the form is about. */
export const isFormKeyOf = (purpose: Purpose, about: string, key: string): boolean =>
  isSigned(purpose, key.slice(0, RANDOM_LENGTH) + about, key.slice(RANDOM_LENGTH));
