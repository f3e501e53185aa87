import { digestOf } from "~/sealing.server";
import { storeOf } from "./store.server";

/** So long what lets somebody in may live; what was ended is remembered until nothing of it can be good any more. */
export const LONGEST_DAYS = 30;

const endedIds = storeOf("ended");

/** Ends what was sealed with these ids: no copy of it opens anything again. Copies of the site that share a store all know. Never throws. */
export async function end(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => endedIds.claim(id, "1", LONGEST_DAYS * 24 * 60 * 60)));
}

/** Which of the ids were ended, as far as this copy or the shared store knows; while that is away, this copy alone. Never throws. */
export async function endedAmong(ids: readonly string[]): Promise<string[]> {
  const marks = await endedIds.read(ids);
  return ids.filter((_, at) => marks[at] !== undefined);
}

/** What is good for one use: the proof, in a form that takes an e-mail address, that it was sent by a person. */
type OneUse = "signUp" | "subscriptionLink";

const usedIds = storeOf("used");

/**
 * Whether this is the first use of an id, or the same one again. Only hashes are stored, and without the session secrets: while those
 * are rotated, copies with other ones see the same use.
 * @param use what it is used for; the same use again is no second one
 */
export async function isFirstUse(of: OneUse, id: string, use: string, seconds: number): Promise<boolean> {
  const value = digestOf(`${id} ${use}`);
  return (await usedIds.claim(digestOf(`${of} ${id}`), value, seconds)) === value;
}
