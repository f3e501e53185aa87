import type { Db, Tx } from "../store/database";
import { readSettings } from "../store/settings";
import { isPerson, isSitesOwnToken } from "./tokens";

export interface BotToken {
  /** The call's `recasign`. */
  word: string;
  /** What a token must have been asked for, such as `pay_submit`. */
  action: string;
}

/** Why a call guarded by the bot check is refused, as the API's error code; undefined where a person is there. */
export async function tokenObjection(
  db: Db | Tx,
  { word, action }: BotToken,
  now: number,
): Promise<"token_empty" | "token_refused" | "proof_refused" | undefined> {
  if (word === "") return "token_empty";
  if (isSitesOwnToken(word)) return (await readSettings(db)).own_proofs === "accepted" ? undefined : "proof_refused";
  return (await isPerson(db, word, action, now)) ? undefined : "token_refused";
}
