import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SiteProofs } from "../environment/read-environment";

/** "nojs.", the attempt, and the site's signature of it: ownToken in app/security/bot-check/. */
const PROOF = /^nojs\.(.+)\.([\w-]+)$/;

/** Whether a token is one of the site's own, good or not: visitors cannot send one. */
export const isSiteProof = (word: string): boolean => word.startsWith("nojs.");

/** Whether the site's proof stands: by its signature, made with a key of the site's secrets that only it and we have. */
export function doesProofStand(word: string, proofs: SiteProofs): boolean {
  if (proofs.kind !== "checked") return proofs.kind === "accepted";
  const [, attempt = "", signature = ""] = PROOF.exec(word) ?? [];
  return proofs.secrets.some((secret) => isSame(signatureBy(secret, attempt), signature));
}

/** As the site signs, app/sealing.server.ts, for the purpose "botToken". */
function signatureBy(secret: string, attempt: string): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, "vpn-checkout", "botToken", 32));
  return createHmac("sha256", key).update(attempt).digest("base64url");
}

function isSame(ours: string, given: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
