import type { BotCheck } from "../bot-check";
import type { SiteProofs } from "../environment/read-environment";
import type { recaptcha } from "./recaptcha";
import { doesProofStand, isSiteProof } from "./site-proofs";

interface BotJudges {
  /** Undefined: the site has no script that makes tokens, so none passes. */
  script: ReturnType<typeof recaptcha> | undefined;
  siteProofs: SiteProofs;
}

/** Judges tokens of reCAPTCHA, and the site's own proofs of those without scripts. */
export const botCheck =
  ({ script, siteProofs }: BotJudges): BotCheck =>
  async (token, now) => {
    const { word } = token;
    if (word === "") return async () => "token_empty";
    if (isSiteProof(word)) return async () => (doesProofStand(word, siteProofs) ? undefined : "proof_refused");
    if (script === undefined) return async () => "token_refused";
    await script.verify(token, now);
    return async (tx) => ((await script.spend(tx, token, now)) ? undefined : "token_refused");
  };
