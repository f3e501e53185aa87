import type { Db, Tx } from "../../payments/store/database";
import { readSettings } from "../../payments/store/settings";
import { isPerson, isSitesOwnToken } from "./tokens";

export interface BotToken {
  /** The call's `recasign`. */
  word: string;
  /** The action the token must have, such as `pay_submit`. */
  action: string;
}

/** The API's error code if the bot check fails; undefined if it passes. */
export async function tokenObjection(
  db: Db | Tx,
  { word, action }: BotToken,
  now: number,
): Promise<"token_empty" | "token_refused" | "proof_refused" | undefined> {
  if (word === "") return "token_empty";
  if (isSitesOwnToken(word)) return (await readSettings(db)).own_proofs === "accepted" ? undefined : "proof_refused";
  return (await isPerson(db, word, action, now)) ? undefined : "token_refused";
}
