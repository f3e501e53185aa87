import { createHash, timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import { z } from "zod";
import type { ProxySettings } from "../settings";

/** What an OpenID provider says of somebody. Some send the truth of an address as a word. */
const claims = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .optional()
    .catch(undefined),
});

/**
 * Who somebody is in the audit: the address, where the provider has verified it.
 * @param people the allowed ones, as in PAYMENTS_OPERATOR_PEOPLE
 * @returns undefined for somebody who is not among them
 */
export function personOfClaims(people: readonly string[], raw: unknown): string | undefined {
  const told = claims.parse(raw);
  const email = told.email_verified === true ? told.email?.toLowerCase() : undefined;
  const isNamed = people.some((entry) => {
    const [claim = "", ...value] = entry.split(":");
    return value.length === 0 ? entry.toLowerCase() === email : valuesOf(told, claim).includes(value.join(":"));
  });
  return isNamed ? (email ?? told.sub) : undefined;
}

function valuesOf(told: Readonly<Record<string, unknown>>, claim: string): readonly unknown[] {
  const value = Object.hasOwn(told, claim) ? told[claim] : undefined;
  return Array.isArray(value) ? value : [value];
}

const SECRET_HEADER = "X-Operator-Proxy-Secret";

/** Who a proxy says is there. A call that does not prove to come from it says nothing, wherever it is from. */
export function personBehindProxy(
  people: readonly string[],
  { header, secret }: ProxySettings,
  request: Request,
): string | undefined {
  if (!isSame(request.get(SECRET_HEADER) ?? "", secret)) return undefined;
  const person = request.get(header)?.trim().toLowerCase();
  return people.find((entry) => entry.toLowerCase() === person);
}

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Takes as long for what is nearly right. */
export const isSame = (given: string, secret: string): boolean => timingSafeEqual(hashOf(given), hashOf(secret));
