import { createHash, randomUUID } from "node:crypto";
import { log } from "~/log.server";
import { sharedStore } from "~/shared-store.server";
import { type OpenedOrder, orderToken, readOrderToken } from "./order-token.server";

/**
 * Which copy of the site sends an attempt's purchase call, and the order that came of it, for an API that honours no idempotency
 * keys: there a second call would be a second order. See docs/decisions/044-what-copies-share.md.
 */
type Claim =
  /** There is no shared store: each copy answers for itself. */
  | { kind: "unshared" }
  /** This copy sends the call, and no other will. */
  | { kind: "ours" }
  /** Another copy has sent it, or is about to. @see AnothersCall */
  | ({ kind: "another" } & AnothersCall)
  /** The store is away: another copy may send it. */
  | { kind: "unsure" };

/** A purchase call that another copy has sent. */
interface AnothersCall {
  /** What it buys, as a hash: another content under the same attempt is a mistake. */
  what: string;
  /** Once it has ended with one. */
  order: OpenedOrder | undefined;
}

/** A claim is given up where its copy does not hear that it has it, or dies before it sends the call. */
const INTENT_SECONDS = 20;
const DAY_SECONDS = 24 * 60 * 60;

/** This process, among all that share the store. */
let copy = randomUUID();

/** For tests: from now on this process is another copy. */
export function becomeAnotherCopy(): void {
  copy = randomUUID();
}

/** Without the session secrets: while those are rotated, copies with other ones claim the same attempt. Nobody guesses an attempt. */
const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");
const keyOf = (attempt: string): string => `vpn-checkout:attempt:${hash(attempt)}`;
const hashOf = (attempt: string, what: string): string => hash(`${attempt} ${what}`);

/** Claims an attempt's purchase call for this copy. @param what all that it buys */
export async function claimAttempt(attempt: string, what: string): Promise<Claim> {
  const store = sharedStore();
  if (store === undefined) return { kind: "unshared" };
  const key = keyOf(attempt);
  const value = `${hashOf(attempt, what)} ${copy}`;
  try {
    const expiration = { type: "EX", value: INTENT_SECONDS } as const;
    if ((await store.set(key, value, { expiration, condition: "NX" })) === null) {
      const claimed = await store.get(key);
      // Its own earlier claim, whose answer was lost.
      if (claimed !== value)
        return claimed === null ? { kind: "unsure" } : { kind: "another", ...(await callIn(claimed)) };
    }
    const kept = await store.set(key, value, { expiration: { type: "EX", value: DAY_SECONDS }, condition: "XX" });
    return { kind: kept === null ? "unsure" : "ours" };
  } catch (error) {
    log.warn({ err: error }, "an attempt cannot be claimed: its purchase call is not sent");
    return { kind: "unsure" };
  }
}

/** The call that another copy has sent for an attempt; undefined where none has, or the store is away. */
export async function anothersCall(attempt: string): Promise<AnothersCall | undefined> {
  const claimed = await sharedStore()
    ?.get(keyOf(attempt))
    .catch(() => undefined);
  return claimed ? callIn(claimed) : undefined;
}

/** The claim of an attempt with its order, as the store keeps it: the token is sealed, so the store tells nobody's address. */
async function callIn(claimed: string): Promise<AnothersCall> {
  const [what = "", , token = ""] = claimed.split(" ");
  const order = await readOrderToken(token);
  if (order?.kind !== "site" || order.orderId === undefined) return { what, order: undefined };
  return { what, order: { ...order, orderId: order.orderId } };
}

/** Whether the call buys the same. */
export const buysSame = ({ what }: AnothersCall, attempt: string, own: string): boolean =>
  what === hashOf(attempt, own);

/** Tells the other copies of the order that a claimed call has ended with. */
export async function tellOpened(order: OpenedOrder, what: string): Promise<void> {
  const store = sharedStore();
  if (store === undefined) return;
  const value = `${hashOf(order.attempt, what)} ${copy} ${await orderToken(order)}`;
  const told = store.set(keyOf(order.attempt), value, { expiration: { type: "EX", value: DAY_SECONDS } });
  await told.catch((error: unknown) => log.warn({ err: error }, "other copies were not told of an order"));
}

/** A call without an order may be sent again, by any copy. */
export function releaseClaim(attempt: string): void {
  sharedStore()
    ?.del(keyOf(attempt))
    .catch(() => {});
}
