import { randomBytes } from "node:crypto";
import { problem } from "~/errors/errors.server";
import { isSigned, type Purpose, signatureOf } from "~/sealing.server";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A form's text fields; of repeated names the first counts. @throws a 415 or 400 for a body that is not a form */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!FORM_TYPES.includes(type)) throw problem(415);
  const form = await request.formData().catch(() => {
    throw problem(400);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

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
