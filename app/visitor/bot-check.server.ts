import { type Guarded, judgeStamp } from "./bot-check-stamp.server";
import { mintProof, PROOF_PREFIX } from "./no-script-proof.server";
import { countSending } from "./rate-limit.server";
import type { Visitor } from "./visitor.server";

/** What is wrong with a form that did not pass, as a key of the checkout messages. */
export type BotMistake = "sendAgain" | "formTooOld" | "tokenEmpty" | "tooOften";

export type BotCheck =
  /** Goes with the guarded call; never empty. */
  | { ok: true; recasign: string }
  /** The form is shown again. `keepsForm`: with the same attempt and stamp; otherwise it gets new ones. */
  | { ok: false; mistake: Exclude<BotMistake, "tooOften">; keepsForm: boolean }
  /** Only for signing up. */
  | { ok: false; mistake: "tooOften"; keepsForm: true; retryAfter: number };

interface Asked {
  guarded: Guarded;
  /** The attempt the form was made for. */
  attempt: string;
  visitor: Visitor;
  email: string;
}

/**
 * Whether a form was sent by a person: a token of the check's script, which the payments API judges, or else what a form
 * without scripts can show: that it is ours, that somebody took the time to fill it in, and that nobody saw its hidden field.
 */
export async function checkBot(fields: Record<string, string>, asked: Asked): Promise<BotCheck> {
  const { guarded, attempt, visitor, email } = asked;
  const session = visitor.session?.user_id.toString() ?? attempt;
  const wait = await countSending(guarded, { address: visitor.caller.visitorIp, session, email });
  if (wait !== undefined && guarded === "signUp") {
    return { ok: false, mistake: "tooOften", keepsForm: true, retryAfter: wait };
  }
  const token = scriptToken(fields.recasign);
  if (token !== undefined) return { ok: true, recasign: token };
  if (wait !== undefined) await slowDown();
  return checkWithoutScript(fields, guarded, attempt);
}

function checkWithoutScript(fields: Record<string, string>, guarded: Guarded, attempt: string): BotCheck {
  const standing = judgeStamp(fields.stamp ?? "", guarded, attempt, new Date());
  switch (standing) {
    case "foreign":
      return { ok: false, mistake: "tokenEmpty", keepsForm: false };
    case "tooOld":
      return { ok: false, mistake: "formTooOld", keepsForm: false };
    case "tooYoung":
      return { ok: false, mistake: "sendAgain", keepsForm: true };
    case "good":
      // The field nobody sees; a browser that fills it in by itself must not cost its owner more than a second try.
      return fields.subject ? { ok: false, mistake: "sendAgain", keepsForm: true } : passed(attempt);
  }
}

const passed = (attempt: string): BotCheck => ({ ok: true, recasign: mintProof(attempt) });

const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Our own proof is minted here and nowhere else: a field that looks like one is no token. */
const scriptToken = (field = ""): string | undefined =>
  TOKEN.test(field) && !field.startsWith(PROOF_PREFIX) ? field : undefined;

const SLOW_MS = 2_000;

/** Buyers share addresses, so whoever is over the limit waits instead of being turned away. */
const slowDown = () => new Promise<void>((resolve) => setTimeout(resolve, SLOW_MS));
