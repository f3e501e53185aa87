import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import type { z } from "zod";
import { env } from "./env.server";

/** The purpose of a sealed text; a text sealed for one purpose cannot be opened for another. */
export type Purpose =
  | "order"
  | "orders"
  | "returned"
  | "quote"
  | "session"
  | "signUp"
  | "botToken"
  | "stamp"
  | "receipts"
  | "paidHere"
  | "notice"
  | "done"
  | "linkRequested"
  | "declared"
  | "storeToken"
  | "linksEnded"
  | "detailsSaved"
  | "csrf"
  | "attempt"
  | "browser"
  | "change"
  | "counted"
  | "analytics";

/** Longer than an order with every field at its longest, including an e-mail address of 254 characters. */
const LONGEST_SEALED = 6144;
const madeKeys = new Map<string, KeyObject>();

/** One key a secret, newest first: the first seals, all of them open, so that secrets can be rotated. */
function keysFor(purpose: Purpose): KeyObject[] {
  const { sessionSecrets } = env();
  if (sessionSecrets.length === 0) throw new Error("SESSION_SECRETS is empty: nothing can be sealed");
  return sessionSecrets.map((secret) => keyFrom(secret, purpose));
}

function keyFrom(secret: string, purpose: Purpose): KeyObject {
  const name = `${purpose} ${secret}`;
  const key = madeKeys.get(name) ?? makeKey(secret, purpose);
  madeKeys.set(name, key);
  return key;
}

const makeKey = (secret: string, purpose: Purpose): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "vpn-checkout", purpose, 32)));

/** With it begins each text that is sealed: a JWE (RFC 7516) of one kind, encrypted with our key itself. Others are not opened. */
const HEADER = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url");
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates (JWE, A256GCM): the holder can neither read nor change it. The result is URL-safe.
 * The same content always gives the same text, because a repeated purchase call must repeat its return address: the IV
 * is a keyed hash of the content, so it only repeats with the content. See docs/decisions/003-the-order-token.md.
 */
export async function seal(purpose: Purpose, content: unknown): Promise<string> {
  const [key] = keysFor(purpose);
  if (key === undefined) throw new Error("no sealing key");
  const plaintext = Buffer.from(JSON.stringify(content));
  const iv = createHmac("sha256", key).update("iv").update(plaintext).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(HEADER));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return [HEADER, "", ...[iv, encrypted, cipher.getAuthTag()].map((part) => part.toString("base64url"))].join(".");
}

/** A hash without secrets, for what copies with different ones have to name alike. Whoever can guess the text can find it. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** An HMAC of a text, for one purpose; not secret, but only the site can make it. */
export function signatureOf(purpose: Purpose, text: string): string {
  const [key] = keysFor(purpose);
  if (key === undefined) throw new Error("no signing key");
  return hmac(key, text);
}

/** Whether one of the site's secrets made the signature. */
export function isSigned(purpose: Purpose, text: string, signature: string): boolean {
  return keysFor(purpose).some((key) => isSameSignature(hmac(key, text), signature));
}

const hmac = (key: KeyObject, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

function isSameSignature(ours: string, given: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The sealed content; undefined where the text is not the site's, was changed or no longer fits the schema. One content has one
 * spelling: base64url of other letters, or with other spare bits, is not opened.
 */
export async function unseal<S extends z.ZodType>(
  purpose: Purpose,
  schema: S,
  text: string,
): Promise<z.output<S> | undefined> {
  if (text === "" || text.length > LONGEST_SEALED || !isCanonical(text)) return undefined;
  for (const key of keysFor(purpose)) {
    const plaintext = decrypted(text, key);
    if (plaintext === undefined) continue;
    const parsed = schema.safeParse(JSON.parse(plaintext));
    return parsed.success ? parsed.data : undefined;
  }
  return undefined;
}

const isCanonical = (text: string): boolean =>
  text.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

function decrypted(text: string, key: KeyObject): string | undefined {
  const [header, wrappedKey, ...parts] = text.split(".");
  const [iv, encrypted, tag, more] = parts.map((part) => Buffer.from(part, "base64url"));
  if (header !== HEADER || wrappedKey !== "" || more !== undefined || encrypted === undefined) return undefined;
  if (iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, iv).setAAD(Buffer.from(HEADER)).setAuthTag(tag);
  const begun = decipher.update(encrypted);
  try {
    return Buffer.concat([begun, decipher.final()]).toString();
  } catch {
    // It was made with another key, or changed.
    return undefined;
  }
}
