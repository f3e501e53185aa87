import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { purchases } from "~/metrics/metrics.server";
import type { HandOff } from "~/providers/provider.server";
import { honoursIdempotencyKeys } from "~/upstream/catalogue.server";
import { orAfter } from "~/upstream/client/deadline.server";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";
import { anothersClaim, buysSame, claimAttempt, ownClaim, releaseClaim, tellOpened } from "./attempt-claim.server";
import { type Opening, purchaseBody, sendPurchase } from "./open-order.server";
import type { OpenedOrder, Order } from "./order-token.server";
import { watchOrder } from "./order-watch.server";
import { tellResumeLink } from "./tell-resume-link.server";

/**
 * Purchase calls, each sent once. Later requests for an order join this process's call, however long it takes; one
 * with an unknown result is repeated only if keys are honoured. Where they are not, copies that share a store claim
 * an attempt before they send its call. See docs/decisions/007-a-purchase-call-is-sent-once.md.
 */
interface SentCall {
  /** The content of the purchase: another content under the same key is a mistake. */
  what: string;
  /** This copy's claim of the attempt, where it has one. */
  claim: string;
  end: Promise<Opening>;
}

const DAY_MS = 24 * 3_600_000;
const sentCalls = new LRUCache<string, SentCall>({ max: 20_000, ttl: DAY_MS });
/** By order id. */
const handOffs = new LRUCache<string, HandOff>({ max: 20_000, ttl: DAY_MS });

/** How long a request that only looks for an order waits for its purchase call. */
const LOOK_WAITS_MS = 1_000;

/** For tests: forgets every call. */
export function forgetPurchaseCalls(): void {
  sentCalls.clear();
  handOffs.clear();
}

/** Opens an order, or joins the call that does: the same attempt is one purchase. Never throws UpstreamError. */
export async function openOrder(order: Order, visitor: Visitor, botToken?: string): Promise<Opening> {
  const { what, end } = sentCalls.get(order.attempt) ?? (await send(order, visitor, botToken));
  return what === whatIs(order) ? within(env().purchaseWaitMs, end, order) : { kind: "detailsChanged" };
}

/** Whether this process has sent the purchase call of an attempt. */
export const isSentHere = ({ attempt }: Pick<Order, "attempt">): boolean => sentCalls.has(attempt);

type Found =
  | { kind: "found"; order: OpenedOrder }
  /** The payments API could not be asked, or nobody knows whether the order exists. */
  | { kind: "unreachable"; order: Order }
  /** The payments API refused to open the order. */
  | { kind: "notOpened"; order: Order };

/** The order with its id: from its token, else from the result of its purchase call. Never throws UpstreamError. */
export async function findOrder(order: Order, visitor: Visitor): Promise<Found> {
  const { orderId } = order;
  if (orderId !== undefined) return { kind: "found", order: { ...order, orderId } };
  const opening = await openingOf(order, visitor);
  switch (opening.kind) {
    case "opened":
    case "existing":
      return { kind: "found", order: opening.order };
    case "waiting":
    case "unknown":
    case "unavailable":
    // The key belongs to another purchase, or a token was refused at its second use: an order may exist all the same.
    case "detailsChanged":
    case "botTokenRefused":
      return { kind: "unreachable", order };
    // Another browser has not the token that the first call came with.
    case "userUnproven":
      return { kind: order.link === undefined ? "unreachable" : "notOpened", order };
    default:
      return { kind: "notOpened", order };
  }
}

/**
 * How the buyer gets to the provider, from the answer of the purchase call, repeated if need be. Undefined where
 * that is no longer known, and for followers: only the order's buyer may pay.
 */
export async function handOffOf(order: OpenedOrder, visitor: Visitor): Promise<HandOff | undefined> {
  if (order.isFollower) return undefined;
  const known = order.handOff ?? handOffs.get(order.orderId);
  if (known !== undefined) return known;
  const opening = await openingOf(order, visitor);
  return opening.kind === "opened" ? opening.order.handOff : undefined;
}

/** The result of an order's purchase call; sends the call again only where that cannot make a second order. */
async function openingOf(order: Order, visitor: Visitor): Promise<Opening> {
  const sent = sentCalls.get(order.attempt);
  const opening = sent && (await within(LOOK_WAITS_MS, sent.end, order));
  if (opening !== undefined && opening.kind !== "unknown") return opening;
  const opened = await openedByAnother(order);
  if (opened !== undefined) return { kind: "opened", order: opened };
  if (order.isTokenSpent || !(await honoursIdempotencyKeys(visitor.caller, visitor)))
    return nobodyKnows(order, visitor);
  const { end } = await send(order, visitor, undefined);
  const again = await within(env().purchaseWaitMs, end, order);
  // An order that exists can be found without an account.
  return again.kind === "signedOut" ? openOrder(order, withoutAccount(visitor)) : again;
}

function nobodyKnows(order: Order, { requestId }: Visitor): Opening {
  const { provider, attempt } = order;
  log.error({ requestId, provider, attempt }, "nobody knows how a purchase call has ended; it is not repeated");
  return { kind: "unknown", order };
}

async function send(order: Order, visitor: Visitor, botToken: string | undefined): Promise<SentCall> {
  const isKeyHonoured = await honoursIdempotencyKeys(visitor.caller, visitor);
  const what = whatIs(order);
  const claim = isKeyHonoured ? undefined : await claimAttempt(order.attempt, what);
  // Another request may have sent the call while this one waited for the settings and the claim.
  const faster = sentCalls.get(order.attempt);
  const mayRepeat = isKeyHonoured && faster !== undefined && (await peek(faster.end))?.kind === "unknown";
  if (faster !== undefined && !mayRepeat) return faster;
  if (claim?.kind === "another") return { what, claim: "", end: anothersEnd(order) };
  if (claim?.kind === "unsure") return notSent(order);
  const end = sendPurchase(order, visitor, { botToken, isKeyHonoured });
  const sent = { what, claim: ownClaim(order.attempt, what), end };
  sentCalls.set(order.attempt, sent);
  end.then(
    (opening) => {
      purchases.add({ provider: order.provider, outcome: opening.kind });
      settle(order.attempt, sent, opening, visitor);
    },
    () => forget(order.attempt, sent),
  );
  return sent;
}

/** Nobody knows whether another copy sends it, so this one does not: the form may be sent again. */
function notSent(order: Order): SentCall {
  const end = { kind: "unavailable" } as const;
  purchases.add({ provider: order.provider, outcome: end.kind });
  return { what: whatIs(order), claim: "", end: Promise.resolve(end) };
}

async function openedByAnother({ attempt }: Order): Promise<OpenedOrder | undefined> {
  const claim = await anothersClaim(attempt);
  return typeof claim === "string" ? undefined : claim.order;
}

const LOOK_EVERY_MS = 250;

/** The end of a call that another copy has claimed, as far as it tells before its buyer stops waiting. */
async function anothersEnd(order: Order): Promise<Opening> {
  const until = Date.now() + env().purchaseWaitMs - 3 * LOOK_EVERY_MS;
  let isSent = true;
  do {
    const claim = await anothersClaim(order.attempt);
    // It has ended without an order: the form may be sent again.
    if (claim === "none") return { kind: "unavailable" };
    if (claim !== "unsure") {
      if (!buysSame(claim, order.attempt, whatIs(order))) return { kind: "detailsChanged" };
      if (claim.order !== undefined) return { kind: "opened", order: claim.order };
      isSent = claim.isSent;
    }
    await setTimeout(LOOK_EVERY_MS);
  } while (Date.now() < until);
  // A copy that never became sure of its claim has not sent the call.
  return isSent ? { kind: "waiting", order } : { kind: "unavailable" };
}

/** A call without an order is forgotten, so it may be sent again under the same key; any other is kept. */
function settle(attempt: string, sent: SentCall, opening: Opening, visitor: Visitor): void {
  switch (opening.kind) {
    case "opened":
      void tellOpened(opening.order, sent.claim);
      watchOrder(opening.order);
      tellResumeLink(opening.order, visitor);
      if (opening.order.handOff !== undefined) handOffs.set(opening.order.orderId, opening.order.handOff);
      return;
    case "existing":
      void tellOpened(opening.order, sent.claim);
      watchOrder(opening.order);
      return;
    case "unknown":
      return;
    default:
      forget(attempt, sent);
  }
}

function forget(attempt: string, sent: SentCall): void {
  if (sentCalls.get(attempt) !== sent) return;
  sentCalls.delete(attempt);
  releaseClaim(attempt, sent.claim);
}

/** Without the browser: where cookies are refused, the same form comes from another one each time. */
function whatIs(order: Order): string {
  const { browser, ...bought } = purchaseBody(order);
  return JSON.stringify([order.provider, order.product, bought]);
}

const peek = (end: Promise<Opening>): Promise<Opening | undefined> => Promise.race([end, Promise.resolve(undefined)]);

/** The result of a call if it comes in time, else `waiting`; the call itself goes on. */
function within(ms: number, end: Promise<Opening>, order: Order): Promise<Opening> {
  return orAfter(end, ms, { kind: "waiting", order });
}
