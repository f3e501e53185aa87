import type { BotCheck, BotObjection, BotToken } from "../../payments/bot-check";
import type { Tx } from "../../payments/store/database";
import { readSandboxSettings } from "../settings";
import { isPerson, isSitesOwnToken } from "./tokens";

/** Checks the tokens that the sandbox itself has issued. */
export const checkToken: BotCheck = async (token, now) => (tx) => objectionTo(tx, token, now);

async function objectionTo(tx: Tx, { word, action }: BotToken, now: number): Promise<BotObjection | undefined> {
  if (word === "") return "token_empty";
  if (isSitesOwnToken(word))
    return (await readSandboxSettings(tx)).own_proofs === "accepted" ? undefined : "proof_refused";
  return (await isPerson(tx, word, action, now)) ? undefined : "token_refused";
}
