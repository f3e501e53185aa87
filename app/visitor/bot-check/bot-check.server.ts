import { type Guarded, judgeStamp } from "./bot-check-stamp.server";
import { mintProof, PROOF_PREFIX } from "./own-token.server";

/** What is wrong with a form that did not pass, as a key of the checkout's errors. */
export type BotMistake = "sendAgain" | "formTooOld" | "tokenEmpty";

export type BotCheck =
  /** Goes with the guarded call; never empty. */
  | { ok: true; recasign: string }
  /** The form is shown again. `keepsForm`: with the same attempt and stamp; otherwise it gets new ones. */
  | { ok: false; mistake: BotMistake; keepsForm: boolean };

/**
 * Whether a form was sent by a person: a token of the check's script, which the payments API judges, or else what a form
 * without scripts can show: that it is ours and made for this attempt, that somebody took the time to fill it in, and that
 * nobody saw its hidden field.
 */
export function checkBot(fields: Record<string, string>, guarded: Guarded, attempt: string): BotCheck {
  const token = scriptToken(fields.recasign);
  if (token !== undefined) return { ok: true, recasign: token };
  const standing = judgeStamp(fields.stamp ?? "", guarded, attempt, new Date());
  switch (standing) {
    case "foreign":
      return { ok: false, mistake: "tokenEmpty", keepsForm: false };
    case "tooOld":
      return { ok: false, mistake: "formTooOld", keepsForm: false };
    case "tooYoung":
      return SEND_AGAIN;
    case "good":
      // A browser that fills in the hidden field by itself must not cost its owner more than a second try.
      return fields.subject ? SEND_AGAIN : { ok: true, recasign: mintProof(attempt) };
  }
}

const SEND_AGAIN: BotCheck = { ok: false, mistake: "sendAgain", keepsForm: true };

const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Our own proof is minted here and nowhere else: a field that looks like one is no token. */
const scriptToken = (field = ""): string | undefined =>
  TOKEN.test(field) && !field.startsWith(PROOF_PREFIX) ? field : undefined;
