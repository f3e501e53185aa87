import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { purchases } from "~/metrics/metrics.server";
import type { HandOff } from "~/providers/provider.server";
import { honoursIdempotencyKeys } from "~/upstream/catalogue.server";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";
import { type Opening, purchaseBody, sendPurchase } from "./open-order.server";
import type { OpenedOrder, Order } from "./order-token.server";

/**
 * Purchase calls, each sent once. A call of this process is joined by whoever looks for its order, however long it takes; one
 * whose end nobody knows is sent again only where the payments API honours idempotency keys. See docs/decisions/021-a-purchase-call-is-sent-once.md.
 */
interface SentCall {
  /** What was bought: another purchase under the same key is a mistake. */
  what: string;
  end: Promise<Opening>;
}

const DAY_MS = 24 * 3_600_000;
const sentCalls = new LRUCache<string, SentCall>({ max: 20_000, ttl: DAY_MS });
/** By order number. */
const handOffs = new LRUCache<string, HandOff>({ max: 20_000, ttl: DAY_MS });

/** How long somebody who only looks for an order waits for its call. */
const LOOK_WAITS_MS = 1_000;

/** Forgets every call. */
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
  /** It could not be asked for, or nobody knows whether it is there. */
  | { kind: "unreachable"; order: Order }
  /** The payments API would not open it. */
  | { kind: "notOpened"; order: Order };

/** An order with its number: as its token has it, else as the end of its purchase call tells. Never throws UpstreamError. */
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
    // The key is another purchase's already, or a token was not believed a second time: an order there may be all the same.
    case "detailsChanged":
    case "botTokenRefused":
      return { kind: "unreachable", order };
    default:
      return { kind: "notOpened", order };
  }
}

/**
 * How the buyer of an order gets to the provider, as its purchase call has answered. A call that is repeated answers the same.
 * Undefined where nobody knows any more, and for whoever only follows the order: the way to pay is its buyer's.
 */
export async function handOffOf(order: OpenedOrder, visitor: Visitor): Promise<HandOff | undefined> {
  if (order.isFollower) return undefined;
  const known = order.handOff ?? handOffs.get(order.orderId);
  if (known !== undefined) return known;
  const opening = await openingOf(order, visitor);
  return opening.kind === "opened" ? opening.order.handOff : undefined;
}

/** How the purchase call of an order has ended, without sending one that may have been sent before. */
async function openingOf(order: Order, visitor: Visitor): Promise<Opening> {
  const sent = sentCalls.get(order.attempt);
  const opening = sent && (await within(LOOK_WAITS_MS, sent.end, order));
  if (opening !== undefined && opening.kind !== "unknown") return opening;
  if (order.isTokenSpent || !(await honoursIdempotencyKeys(visitor.caller, visitor)))
    return nobodyKnows(order, visitor);
  const { end } = await send(order, visitor, undefined);
  const again = await within(env().purchaseWaitMs, end, order);
  // For a purchase that was made nobody needs an account.
  return again.kind === "signedOut" ? openOrder(order, withoutAccount(visitor)) : again;
}

function nobodyKnows(order: Order, { requestId }: Visitor): Opening {
  const { provider, attempt } = order;
  log.error({ requestId, provider, attempt }, "nobody knows how a purchase call has ended; it is not repeated");
  return { kind: "unknown", order };
}

async function send(order: Order, visitor: Visitor, botToken: string | undefined): Promise<SentCall> {
  const isKeyHonoured = await honoursIdempotencyKeys(visitor.caller, visitor);
  // Another click may have been faster while that was asked.
  const faster = sentCalls.get(order.attempt);
  const mayRepeat = isKeyHonoured && faster !== undefined && (await peek(faster.end))?.kind === "unknown";
  if (faster !== undefined && !mayRepeat) return faster;
  const end = sendPurchase(order, visitor, { botToken, isKeyHonoured });
  const sent = { what: whatIs(order), end };
  sentCalls.set(order.attempt, sent);
  end.then(
    (opening) => {
      purchases.add({ provider: order.provider, outcome: opening.kind });
      settle(order.attempt, sent, opening);
    },
    () => forget(order.attempt, sent),
  );
  return sent;
}

/** A call that came to nothing may be made anew, under the same key; any other is kept. */
function settle(attempt: string, sent: SentCall, opening: Opening): void {
  switch (opening.kind) {
    case "opened":
      if (opening.order.handOff !== undefined) handOffs.set(opening.order.orderId, opening.order.handOff);
      return;
    case "existing":
    case "unknown":
      return;
    default:
      forget(attempt, sent);
  }
}

function forget(attempt: string, sent: SentCall): void {
  if (sentCalls.get(attempt) === sent) sentCalls.delete(attempt);
}

const whatIs = (order: Order): string => JSON.stringify([order.provider, order.product, purchaseBody(order)]);

const peek = (end: Promise<Opening>): Promise<Opening | undefined> => Promise.race([end, Promise.resolve(undefined)]);

/** The end of a call, if it comes in time; the call itself goes on. */
async function within(ms: number, end: Promise<Opening>, order: Order): Promise<Opening> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Opening>((resolve) => {
    timer = setTimeout(resolve, ms, { kind: "waiting", order });
  });
  return Promise.race([end, patience]).finally(() => clearTimeout(timer));
}
