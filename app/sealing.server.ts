import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
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
  | "csrf"
  | "attempt"
  | "browser"
  | "change"
  | "counted"
  | "analytics";

/** Longer than an order with every field at its longest, including an e-mail address of 254 characters. */
const LONGEST_SEALED = 6144;
const madeKeys = new Map<string, Key>();

/** A key in both of its uses. */
interface Key {
  forHmac: KeyObject;
  /** Imported once: the import takes longer than the sealing. */
  forSealing: Promise<CryptoKey>;
}

/** One key a secret, newest first: the first seals, all of them open, so that secrets can be rotated. */
function keysFor(purpose: Purpose): Key[] {
  const { sessionSecrets } = env();
  if (sessionSecrets.length === 0) throw new Error("SESSION_SECRETS is empty: nothing can be sealed");
  return sessionSecrets.map((secret) => keyFrom(secret, purpose));
}

function keyFrom(secret: string, purpose: Purpose): Key {
  const name = `${purpose} ${secret}`;
  const key = madeKeys.get(name) ?? makeKey(secret, purpose);
  madeKeys.set(name, key);
  return key;
}

function makeKey(secret: string, purpose: Purpose): Key {
  const bytes = new Uint8Array(hkdfSync("sha256", secret, "vpn-checkout", purpose, 32));
  const forSealing = crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { forHmac: createSecretKey(bytes), forSealing };
}

/**
 * Encrypts and authenticates (JWE, A256GCM): the holder can neither read nor change it. The result is URL-safe.
 * The same content always gives the same text, because a repeated purchase call must repeat its return address: the IV
 * is a keyed hash of the content, so it only repeats with the content. See docs/decisions/003-the-order-token.md.
 */
export async function seal(purpose: Purpose, content: unknown): Promise<string> {
  const [key] = keysFor(purpose);
  if (key === undefined) throw new Error("no sealing key");
  const plaintext = new TextEncoder().encode(JSON.stringify(content));
  const iv = createHmac("sha256", key.forHmac).update("iv").update(plaintext).digest().subarray(0, 12);
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setInitializationVector(new Uint8Array(iv))
    .encrypt(await key.forSealing);
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

const hmac = ({ forHmac }: Key, text: string): string => createHmac("sha256", forHmac).update(text).digest("base64url");

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
    const plaintext = await decrypt(text, key);
    if (plaintext === undefined) continue;
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
    return parsed.success ? parsed.data : undefined;
  }
  return undefined;
}

const isCanonical = (text: string): boolean =>
  text.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

async function decrypt(text: string, { forSealing }: Key): Promise<Uint8Array | undefined> {
  try {
    const { plaintext } = await compactDecrypt(text, await forSealing, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return plaintext;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}
