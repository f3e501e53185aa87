import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { purchases } from "~/metrics/metrics.server";
import { recordResumeLink } from "~/orders/open-order.server";
import type { HandOff } from "~/providers/provider.server";
import { honoursIdempotencyKeys } from "~/upstream/catalogue.server";
import { orAfter } from "~/upstream/client/deadline-and-retry.server";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";
import { bodyOfPurchase, type PurchaseSending, sendPurchase } from "./open-order.server";
import type { Opening } from "./opening.server";
import { isOfOtherBrowser, type OpenedOrder, type Order } from "./order-token.server";
import { watchOrder } from "./order-watch.server";
import { claimCall, ownClaim, readClaim, releaseClaim, showOrder } from "./purchase-claim.server";
import { forgetTold, noteCall, purchaseFacts, tellUnknownEnd } from "./purchase-log.server";

/**
 * A purchase, whose call is sent once: claim → call → wait → conclude → forget, as below. Later requests for its order join the call,
 * however long it takes. See docs/decisions/007-a-purchase-call-is-sent-once.md.
 */
type PurchaseState =
  | Called
  /** Another copy of the site has claimed the call. */
  | { state: "elsewhere"; own: string }
  /** The store is away, so another copy may send the call, and this one does not: the form may be sent again. */
  | { state: "unsure" };

/** This process has sent the call. */
interface Called {
  state: "called";
  /** The content of the purchase: another content under the same key is a mistake. */
  what: string;
  /** See ownClaim. */
  own: string;
  end: Promise<Opening>;
}

const CALL_MS = 24 * 3_600_000;
/** By attempt. */
const calls = new LRUCache<string, Called>({ max: 20_000, ttl: CALL_MS });
/** By order id. */
const handOffs = new LRUCache<string, HandOff>({ max: 20_000, ttl: CALL_MS });

/** Opens an order, or joins the call that does: the same attempt is one purchase. Never throws UpstreamError. */
export async function openOrder(order: Order, visitor: Visitor, botToken?: string): Promise<Opening> {
  const purchase = calls.get(order.attempt) ?? (await claimOrJoin(order, visitor, botToken));
  if (purchase.state === "called" && purchase.what !== whatIs(order)) return { kind: "detailsChanged" };
  return waitFor(purchase, order, env().purchaseWaitMs);
}

/** Whether this process has sent the purchase call of an attempt. */
export const isSentHere = ({ attempt }: Pick<Order, "attempt">): boolean => calls.has(attempt);

/**
 * Claim: finds out who sends the call, which then is sent if it is this process. Where keys are honoured a second call is no second
 * order, so nothing is claimed, and a call whose end nobody knows is repeated.
 */
async function claimOrJoin(order: Order, visitor: Visitor, botToken?: string): Promise<PurchaseState> {
  const isKeyHonoured = await honoursIdempotencyKeys(visitor.caller, visitor);
  const own = ownClaim(order.attempt, whatIs(order));
  const claimed = isKeyHonoured ? "ours" : await claimCall(order, own);
  // Another request may have sent the call while this one waited for the settings and the claim.
  const faster = calls.get(order.attempt);
  if (faster !== undefined && !(isKeyHonoured && (await isEndUnknown(faster)))) return faster;
  switch (claimed) {
    case "ours":
      return sendCall(order, visitor, own, { botToken, isKeyHonoured });
    case "another's":
      return { state: "elsewhere", own };
    case "unsure":
      purchases.add({ provider: order.provider, outcome: "unavailable" });
      return { state: "unsure" };
  }
}

/** The call has ended, and nobody knows how. */
async function isEndUnknown({ end }: Called): Promise<boolean> {
  const ended = await Promise.race([end, Promise.resolve(undefined)]);
  return ended?.kind === "unknown";
}

/**
 * Without the browser: where cookies are refused, the same form comes from another one each time. Without the words that were agreed to:
 * their hash is there, and a newer copy of the site may have others. And without a store's token: a newer one may have come meanwhile.
 */
function whatIs(order: Order): string {
  const { browser, agreement, store_token, ...bought } = bodyOfPurchase(order);
  return JSON.stringify([order.provider, order.product, { ...bought, agreed: { ...agreement, text: undefined } }]);
}

/** Call: sent now, and run to its end even if nobody waits any more. */
function sendCall(order: Order, visitor: Visitor, own: string, sending: PurchaseSending): Called {
  noteCall(order, visitor.requestId);
  const end = sendPurchase(order, visitor, sending);
  const called = { state: "called", what: whatIs(order), own, end } as const;
  calls.set(order.attempt, called);
  end.then(
    (opening) => concludeCall(order, visitor, called, opening),
    () => forgetCall(order, called),
  );
  return called;
}

/** Wait: how the purchase ends, as far as that is known in time. */
async function waitFor(purchase: PurchaseState, order: Order, ms: number): Promise<Opening> {
  if (purchase.state === "unsure") return { kind: "unavailable" };
  const end = purchase.state === "called" ? purchase.end : endElsewhere(order, purchase.own);
  return orAfter(end, ms, { kind: "waiting", order });
}

const LOOK_EVERY_MS = 250;

/** The end of a call that another copy has claimed, as far as the store shows it before its buyer stops waiting. */
async function endElsewhere(order: Order, own: string): Promise<Opening> {
  const until = Date.now() + env().purchaseWaitMs - 3 * LOOK_EVERY_MS;
  let isSent = true;
  do {
    const claimed = await readClaim(order.attempt, own);
    // It has ended without an order: the form may be sent again.
    if (claimed.state === "none") return { kind: "unavailable" };
    if (claimed.state !== "unsure") {
      if (!claimed.isSame) return { kind: "detailsChanged" };
      if (claimed.state === "opened") return { kind: "opened", order: claimed.order };
      isSent = claimed.state === "sent";
    }
    await setTimeout(LOOK_EVERY_MS);
  } while (Date.now() < until);
  // A copy that never became sure of its claim has not sent the call.
  return isSent ? { kind: "waiting", order } : { kind: "unavailable" };
}

/** Conclude: what the end of a call means for later. A call without an order is forgotten, any other stays known. */
function concludeCall(order: Order, visitor: Visitor, called: Called, opening: Opening): void {
  const { requestId } = visitor;
  purchases.add({ provider: order.provider, outcome: opening.kind });
  const ended = "order" in opening ? opening.order : order;
  log.info({ requestId, ...purchaseFacts(ended), outcome: opening.kind }, "a purchase call has ended");
  switch (opening.kind) {
    case "opened":
    case "existing":
      void showOrder(opening.order, called.own);
      watchOrder(opening.order);
      if (opening.kind === "existing") return;
      recordResumeLink(opening.order, visitor);
      if (opening.order.handOff !== undefined) handOffs.set(opening.order.orderId, opening.order.handOff);
      return;
    case "unknown":
      tellUnknownEnd(order, requestId);
      return;
    default:
      forgetCall(order, called);
  }
}

/** Forget: it may be sent again under the same key, by any copy. */
function forgetCall({ attempt }: Order, called: Called): void {
  if (calls.get(attempt) !== called) return;
  calls.delete(attempt);
  void releaseClaim(attempt, called.own);
}

type FoundOrder =
  | { kind: "found"; order: OpenedOrder }
  /** The payments API could not be asked, or nobody knows whether the order exists. */
  | { kind: "unreachable"; order: Order }
  /** The payments API refused to open the order. */
  | { kind: "notOpened"; order: Order };

/** The order with its id: from its token, else from the result of its purchase call. Never throws UpstreamError. */
export async function findOrder(order: Order, visitor: Visitor): Promise<FoundOrder> {
  const { orderId } = order;
  if (orderId !== undefined) return { kind: "found", order: { ...order, orderId } };
  const opening = await lookAgain(order, visitor);
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
 * How the buyer gets to the provider, from the answer of the purchase call, repeated if need be. Undefined where that is no longer
 * known, and for another browser's order: only its buyer may pay.
 */
export async function knownHandOff(order: OpenedOrder, visitor: Visitor): Promise<HandOff | undefined> {
  if (isOfOtherBrowser(order)) return undefined;
  const known = order.handOff ?? handOffs.get(order.orderId);
  if (known !== undefined) return known;
  const opening = await lookAgain(order, visitor);
  return opening.kind === "opened" ? opening.order.handOff : undefined;
}

/** How long a request that only looks for an order waits for its purchase call. */
const LOOK_WAITS_MS = 1_000;

/** How a purchase has ended, for a later request; its call is sent again only where that cannot make a second order. */
async function lookAgain(order: Order, visitor: Visitor): Promise<Opening> {
  const called = calls.get(order.attempt);
  const known = called && (await waitFor(called, order, LOOK_WAITS_MS));
  if (known !== undefined && known.kind !== "unknown") return known;
  const claimed = await readClaim(order.attempt, ownClaim(order.attempt, whatIs(order)));
  if (claimed.state === "opened") return { kind: "opened", order: claimed.order };
  if (order.isTokenSpent || !(await honoursIdempotencyKeys(visitor.caller, visitor)))
    return nobodyKnows(order, visitor);
  const again = await waitFor(await claimOrJoin(order, visitor), order, env().purchaseWaitMs);
  // An order that exists can be found without an account.
  return again.kind === "signedOut" ? openOrder(order, withoutAccount(visitor)) : again;
}

/** Another copy may have sent its call, or this one before it was started anew: then nobody has told of it yet. */
function nobodyKnows(order: Order, { requestId }: Visitor): Opening {
  tellUnknownEnd(order, requestId);
  return { kind: "unknown", order };
}

/** For tests: forgets every call. */
export function forgetPurchases(): void {
  calls.clear();
  handOffs.clear();
  forgetTold();
}
