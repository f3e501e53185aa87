import { signatureOf } from "~/sealing.server";

/** What tells the site's own proof from a token of the bot check's script; a visitor's field never may begin with it. */
export const PROOF_PREFIX = "nojs.";

/**
 * The `recasign` of a call whose visitor has passed the script-free bot check: "nojs.", the attempt and its signature. The
 * same attempt always gets the same proof, so a call that is repeated under its idempotency key repeats its body.
 */
export const mintProof = (attempt: string): string => `${PROOF_PREFIX}${attempt}.${signatureOf("proof", attempt)}`;
