import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { ForgedDelivery } from "./errors";

interface HmacSigned {
  /** What was signed, in this order. */
  readonly parts: readonly (string | Buffer)[];
  /** In hex, as they came; any of them may be ours. */
  readonly signatures: readonly string[];
  /** Any of them may have signed it, so that a secret can be changed. */
  readonly secrets: readonly string[];
}

/** HMAC with SHA-256. @throws ForgedDelivery */
export function checkHmac({ parts, signatures, secrets }: HmacSigned): void {
  const expected = secrets.map((secret) => {
    const hmac = createHmac("sha256", secret);
    for (const part of parts) hmac.update(part);
    return hmac.digest("hex");
  });
  const isOurs = expected.some((one) => signatures.slice(0, 10).some((other) => isSame(one, other)));
  if (!isOurs) throw new ForgedDelivery("Signed by none of our secrets");
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Clocks may be apart. */
const AHEAD_MS = 300_000;

/** Also of a time in the future: it could be sent again for as long. @param at milliseconds since 1970, NaN: none @throws ForgedDelivery */
export function checkTime(at: number, now: number, oldestMs = 0): void {
  const age = now - at;
  if (!(age >= -AHEAD_MS && age <= oldestMs + AHEAD_MS))
    throw new ForgedDelivery("Signed at another time, or not at all");
}

/** What a signature's header says: `t=1492774577,v1=5257…,v1=…` @returns the values of a name */
export const valuesIn = (header: string | undefined, separator: string) => (name: string) =>
  (header ?? "").split(separator).flatMap((pair) => {
    const [key, value] = pair.split("=");
    return key?.trim() === name && value ? [value] : [];
  });

/** What was signed, once that is checked. @throws ForgedDelivery for what is no event */
export function eventIn<T>(schema: z.ZodType<T>, body: Buffer): T {
  try {
    return schema.parse(JSON.parse(body.toString("utf8")));
  } catch (cause) {
    throw new ForgedDelivery("Signed, but no event", { cause });
  }
}
