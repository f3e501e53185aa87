import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { log } from "~/log.server";
import { digestOf } from "~/sealing.server";
import { agreedStore, type Store } from "~/store/store.server";
import { type OpenedOrder, type Order, orderToken, readOrderToken } from "./order-token.server";
import { purchaseFacts } from "./purchase-log.server";

/**
 * What copies of the site that share a store know of an attempt's purchase call, so that only one sends it: an API that honours no
 * idempotency keys would open a second order. See docs/decisions/018-what-copies-share.md.
 */
type Claim =
  /** Nobody has claimed the call, or it has ended without an order. */
  | { state: "none" }
  /** The store is away. */
  | { state: "unsure" }
  | ClaimedCall;

/**
 * `intent`: its copy has not heard yet that it has the claim, and has sent nothing; `sent`: it has, or is about to. `isSame`: it buys the
 * same; another content under the same attempt is a mistake.
 */
type ClaimedCall = { isSame: boolean } & ({ state: "intent" | "sent" } | { state: "opened"; order: OpenedOrder });

/** A claim lapses where its copy does not hear that it has it, or dies before it sends the call. */
const INTENT_SECONDS = 20;
const CLAIM_SECONDS = 24 * 60 * 60;

/** This process, among all that share the store. */
let copy = randomUUID();

/** For tests: from now on this process is another copy. */
export function becomeAnotherCopy(): void {
  copy = randomUUID();
}

const claims = (): Store => agreedStore("attempt");
/** Without the session secrets: while those are rotated, copies with other ones claim the same attempt. Nobody guesses an attempt. */
const claimKey = (attempt: string): string => digestOf(attempt);

/**
 * What this copy's claims of an attempt begin with: what is bought, as a hash, and the copy. Then comes the state, and the order, sealed,
 * so that the store shows nobody's address.
 * @param what all that the purchase buys
 */
export const ownClaim = (attempt: string, what: string): string => `${digestOf(`${attempt} ${what}`)} ${copy}`;

/** Claims a call for this copy: for some seconds at first and, once the store has confirmed that, for a day. */
export async function claimCall(order: Order, own: string): Promise<"ours" | "another's" | "unsure"> {
  const { attempt } = order;
  const key = claimKey(attempt);
  releases.delete(attempt);
  try {
    const standing = await claims().claim(key, `${own} intent`, INTENT_SECONDS);
    // It may be this copy's from before, if the store's answer was lost then.
    if (!standing.startsWith(own)) return "another's";
    return (await claims().keep(key, own, `${own} sent`, CLAIM_SECONDS)) ? "ours" : "unsure";
  } catch (error) {
    log.warn({ ...purchaseFacts(order), err: error }, "an attempt cannot be claimed: its purchase call is not sent");
    void releaseClaim(attempt, own);
    return "unsure";
  }
}

/** How far an attempt's call has come, as the copies know it. */
export async function readClaim(attempt: string, own: string): Promise<Claim> {
  try {
    const [standing] = await claims().read([claimKey(attempt)]);
    return standing === undefined ? { state: "none" } : await claimIn(standing, own);
  } catch {
    return { state: "unsure" };
  }
}

async function claimIn(standing: string, own: string): Promise<Claim> {
  const [what, , state, token = null] = standing.split(" ");
  const isSame = what === own.split(" ")[0];
  if (state === "intent") return { state, isSame };
  const order = await readOrderToken(token);
  if (order?.kind !== "site" || order.orderId === undefined) return { state: "sent", isSame };
  return { state: "opened", isSame, order: { ...order, orderId: order.orderId } };
}

/** Shows the other copies the order that a call has ended with, also that of an API that honours keys, whose call needs no claim. */
export async function showOrder(order: OpenedOrder, own: string): Promise<void> {
  const key = claimKey(order.attempt);
  const value = `${own} opened ${await orderToken(order)}`;
  try {
    if (!(await claims().keep(key, own, value, CLAIM_SECONDS))) await claims().claim(key, value, CLAIM_SECONDS);
  } catch (error) {
    log.warn({ ...purchaseFacts(order), err: error }, "other copies were not shown an order");
  }
}

const TRIES = 60;
const TRY_EVERY_MS = 1_000;

/** The claims that are being given up, by attempt. */
const releases = new Map<string, symbol>();

/**
 * Gives this copy's claim up, once the store can be asked to: a claim without a call would keep the buyer waiting for a day. Where the
 * attempt is claimed anew before that, the claim stays: another copy would send its call a second time.
 */
export async function releaseClaim(attempt: string, own: string): Promise<void> {
  const release = Symbol(attempt);
  releases.set(attempt, release);
  for (let tries = TRIES; tries > 0 && releases.get(attempt) === release; tries -= 1) {
    const isReleased = await claims()
      .forget(claimKey(attempt), own)
      .then(
        () => true,
        () => false,
      );
    if (isReleased) break;
    await setTimeout(TRY_EVERY_MS, undefined, { ref: false });
  }
  if (releases.get(attempt) === release) releases.delete(attempt);
}
