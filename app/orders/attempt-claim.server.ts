import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { log } from "~/log.server";
import { digestOf } from "~/sealing.server";
import { type SharedStore, sharedStore } from "~/shared-store.server";
import { type OpenedOrder, orderToken, readOrderToken } from "./order-token.server";

/**
 * Which copy of the site sends an attempt's purchase call, and the order that came of it, for an API that honours no idempotency
 * keys: there a second call would be a second order. See docs/decisions/018-what-copies-share.md.
 */
type Claim =
  /** There is no shared store: each copy answers for itself. */
  | { kind: "unshared" }
  /** This copy sends the call, and no other will. */
  | { kind: "ours" }
  /** Another copy has claimed it. */
  | { kind: "another" }
  /** The store is away: another copy may send it. */
  | { kind: "unsure" };

/** The claim of another copy. */
interface AnothersClaim {
  /** What it buys, as a hash: another content under the same attempt is a mistake. */
  what: string;
  /** Its call was sent, or is about to be; else it is not sure of its claim, which then ends soon. */
  isSent: boolean;
  /** Once the call has ended with one. */
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
const keyOf = (attempt: string): string => `vpn-checkout:attempt:${digestOf(attempt)}`;
const hashOf = (attempt: string, what: string): string => digestOf(`${attempt} ${what}`);

/** As the store keeps it: what it buys, which copy, how far it has come, and the order, sealed, so the store tells nobody's address. */
const INTENT = "intent";
const SENT = "sent";
const OPENED = "opened";

/** Only whoever has the claim changes it or gives it up: a command that comes late finds another one's. */
const KEEP_OWN = `
  local found = redis.call('get', KEYS[1])
  if found and found:find(ARGV[1], 1, true) ~= 1 then return 0 end
  if not found and ARGV[4] == 'own' then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
  return 1`;
const GIVE_UP_OWN = `
  local found = redis.call('get', KEYS[1])
  if found and found:find(ARGV[1], 1, true) == 1 then return redis.call('del', KEYS[1]) end
  return 0`;

/** What this copy's claim of an attempt begins with. @param what all that the purchase buys */
export const ownClaim = (attempt: string, what: string): string => `${hashOf(attempt, what)} ${copy}`;

/** Claims an attempt's purchase call for this copy. @param what all that it buys */
export async function claimAttempt(attempt: string, what: string): Promise<Claim> {
  const store = sharedStore();
  if (store === undefined) return { kind: "unshared" };
  const key = keyOf(attempt);
  const own = ownClaim(attempt, what);
  try {
    const intent = { expiration: { type: "EX", value: INTENT_SECONDS }, condition: "NX" } as const;
    // One that is there may be its own earlier one, whose answer was lost.
    const isTaken = (await store.set(key, `${own} ${INTENT}`, intent)) === null;
    if (isTaken && !(await store.get(key))?.startsWith(own)) return { kind: "another" };
    return (await keepOwn(store, key, own, `${own} ${SENT}`, "own")) ? { kind: "ours" } : { kind: "unsure" };
  } catch (error) {
    log.warn({ err: error }, "an attempt cannot be claimed: its purchase call is not sent");
    void giveUp(store, key, own);
    return { kind: "unsure" };
  }
}

/** False where another copy has claimed it meanwhile. @param where `own`: only where the claim is still there */
const keepOwn = async (store: SharedStore, key: string, own: string, value: string, where: "own" | "any") =>
  (await store.eval(KEEP_OWN, { keys: [key], arguments: [own, value, `${DAY_SECONDS}`, where] })) === 1;

const TRIES = 60;
const PAUSE_MS = 1_000;

/** A claim without a call, in a store that did not say whether it has it: it would keep the buyer waiting for a day. */
async function giveUp(store: SharedStore, key: string, own: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isDone = await store.eval(GIVE_UP_OWN, { keys: [key], arguments: [own] }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await setTimeout(PAUSE_MS, undefined, { ref: false });
  }
}

/** What another copy has claimed; `unsure`: the store is away. */
export async function anothersClaim(attempt: string): Promise<AnothersClaim | "none" | "unsure"> {
  const store = sharedStore();
  if (store === undefined) return "none";
  try {
    const claimed = await store.get(keyOf(attempt));
    return claimed === null ? "none" : await claimIn(claimed);
  } catch {
    return "unsure";
  }
}

async function claimIn(claimed: string): Promise<AnothersClaim> {
  const [what = "", , state, token = ""] = claimed.split(" ");
  const order = state === OPENED ? await readOrderToken(token) : undefined;
  const isSent = state !== INTENT;
  if (order?.kind !== "site" || order.orderId === undefined) return { what, isSent, order: undefined };
  return { what, isSent, order: { ...order, orderId: order.orderId } };
}

/** Whether the call buys the same. */
export const buysSame = ({ what }: AnothersClaim, attempt: string, own: string): boolean =>
  what === hashOf(attempt, own);

/** Tells the other copies of the order that a call has ended with; also one of an API that honours keys, whose call needs no claim. */
export async function tellOpened(order: OpenedOrder, own: string): Promise<void> {
  const store = sharedStore();
  if (store === undefined) return;
  const value = `${own} ${OPENED} ${await orderToken(order)}`;
  await keepOwn(store, keyOf(order.attempt), own, value, "any").catch((error: unknown) =>
    log.warn({ err: error }, "other copies were not told of an order"),
  );
}

/** A call without an order may be sent again, by any copy. */
export function releaseClaim(attempt: string, own: string): void {
  const store = sharedStore();
  if (store !== undefined) void giveUp(store, keyOf(attempt), own);
}
