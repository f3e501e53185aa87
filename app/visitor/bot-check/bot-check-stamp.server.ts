import { isSigned, signatureOf } from "~/sealing.server";

/** What the bot check guards. */
export type Guarded = "pay" | "signUp";

/** Faster than a person can fill in a form, and longer than one takes: between them the stamp is good. */
const YOUNGEST_MS = 2_000;
const OLDEST_MS = 2 * 60 * 60_000;

const textOf = (guarded: Guarded, attempt: string, at: string): string => `${guarded}.${attempt}.${at}`;

/** What a form carries to show that it is ours, when it was shown, and for which attempt. */
export function stampForm(guarded: Guarded, attempt: string, now: Date): string {
  const at = now.getTime().toString(36);
  return `${at}.${signatureOf("stamp", textOf(guarded, attempt, at))}`;
}

export type StampStanding = "good" | "tooYoung" | "tooOld" | "foreign";

/** A second click sends the same attempt, so it passes; a stamp that was given for another attempt is foreign. */
export function judgeStamp(stamp: string, guarded: Guarded, attempt: string, now: Date): StampStanding {
  const [at = "", signature = ""] = stamp.split(".");
  if (!isSigned("stamp", textOf(guarded, attempt, at), signature)) return "foreign";
  const age = now.getTime() - Number.parseInt(at, 36);
  if (age > OLDEST_MS) return "tooOld";
  return age < YOUNGEST_MS ? "tooYoung" : "good";
}
