import type { Tx } from "./store/database";

/** What a visitor's browser, or the site without scripts, says of a person who acts. */
export interface BotToken {
  /** The call's `recasign`. */
  word: string;
  /** The action the token must have, such as `pay_submit`. */
  action: string;
}

/** The API's error code for a token that does not pass. */
export type BotObjection = "token_empty" | "token_refused" | "proof_refused";

/**
 * Checks a token in two steps: what asks another server comes first, outside any transaction; the step that is returned spends the token
 * in the transaction of what it allows, so that both happen or neither. Undefined: it passes.
 */
export type BotCheck = (token: BotToken, now: number) => Promise<(tx: Tx) => Promise<BotObjection | undefined>>;
