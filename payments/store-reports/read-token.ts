import { createHash } from "node:crypto";
import { z } from "zod";
import type { StoreToken } from "~/upstream/contract/store-tokens";
import type { StoreTokenRow } from "./tables";

/** What an Apple token says (https://developer.apple.com/documentation/storekit/receiving-and-decoding-external-purchase-tokens). */
const appleToken = z.object({
  externalPurchaseId: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  bundleId: z.string().max(155).optional(),
  tokenCreationDate: z.number().int().nonnegative().optional(),
  /** Only of a custom link's token. */
  tokenType: z.string().max(40).optional(),
  tokenExpirationDate: z.number().int().nonnegative().optional(),
});

/** A token as it is stored, of one that came with a visitor. */
export function readToken(given: StoreToken, now: number): StoreTokenRow {
  const { store, token, bundle_id = null, storefront = null, programme = null, link = null } = given;
  const came = { bundle_id, storefront, programme, link, arrived_at: now, duplicate_of: null };
  const hashed = { id: hashOf(token), store, token, token_type: null, created_at: now, expires_at: null };
  if (store === "google") return { ...hashed, ...came, origin: given.note ? "unreadable" : "site" };
  const read = appleToken.safeParse(decoded(token)).data;
  if (read === undefined) return { ...hashed, ...came, origin: "unreadable" };
  return {
    ...came,
    id: read.externalPurchaseId,
    store,
    origin: "site",
    token: null,
    bundle_id: read.bundleId ?? bundle_id,
    token_type: read.tokenType ?? null,
    created_at: Math.min(read.tokenCreationDate ?? now, now),
    expires_at: read.tokenExpirationDate ?? null,
  };
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The JSON in base64 or base64url; undefined: it is none. */
function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Apple's testing environment made it, which is where it is reported. */
export const isOfTests = ({ id }: Pick<StoreTokenRow, "id">): boolean => id.startsWith("SANDBOX");
