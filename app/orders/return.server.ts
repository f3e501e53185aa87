import { z } from "zod";
import { log } from "~/log.server";
import type { Returned } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { MalformedReturn, returnedIn } from "~/providers/returned.server";
import { seal, unseal } from "~/sealing.server";
import { SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { identifier } from "~/upstream/contract/scalars";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import type { OpenedOrder, Order } from "./order-token.server";
import { findOrder } from "./purchase-calls.server";

/**
 * Passes on, once, what the buyer's browser brought back from the provider. `isRefused`: it could not be verified, and the
 * payments API took no notice of it. Whether it was told or not, the order stands as the API says when it is asked.
 */
export async function takeReturn(
  order: Order,
  returned: Returned,
  visitor: Visitor,
): Promise<{ order: Order; isFound: boolean; isRefused: boolean }> {
  const found = await findOrder(order, visitor);
  const known = found.kind === "found" ? found.order : asNamed(order, returned);
  if (known === undefined) return { order, isFound: false, isRefused: false };
  const { provider, orderId } = known;
  try {
    await providerOf(provider).ask(orderId, callerFor(order, visitor), returned);
    return { order: known, isFound: true, isRefused: false };
  } catch (error) {
    const reason = reasonOfRefusal(error);
    if (reason !== undefined)
      log.warn({ requestId: visitor.requestId, provider, reason }, "a return from a payment provider was not believed");
    return { order: known, isFound: true, isRefused: reason !== undefined };
  }
}

/**
 * The order that the provider's own parameters name, where nobody else knows its number. Anybody may have written that, so it is
 * only followed: its status shows, and neither receipts nor a way to pay.
 */
function asNamed(order: Order, { order_id }: Returned): OpenedOrder | undefined {
  const orderId = identifier.safeParse(order_id);
  return orderId.success ? { ...order, orderId: orderId.data, isFollower: true } : undefined;
}

const returnedShape = z.record(z.string().max(64), z.string().max(1000));

/** What the provider posted, sealed into an address, for a request that has cookies. */
export const sealReturned = (returned: Returned): Promise<string> => seal("returned", returned);

/** What came back with a request, or with the one before it. */
export async function broughtBack(request: Request): Promise<Returned> {
  const sealed = new URL(request.url).searchParams.get("back");
  const before = sealed === null ? undefined : await unseal("returned", returnedShape, sealed);
  return before ?? returnedIn(request);
}

/** An unknown order, a session that is over and a call too many say nothing about what came back. */
const UNRELATED: readonly (number | undefined)[] = [404, 408, 425, 429];

/** Why what came back was not believed; undefined where the call failed for another reason. @throws what is no failed call */
function reasonOfRefusal(error: unknown): string | undefined {
  if (error instanceof MalformedReturn) return "malformed";
  if (!(error instanceof UpstreamError)) throw error;
  const { kind, status = 500, apiError } = error;
  if (kind !== "refused" || apiError === undefined || status >= 500) return undefined;
  return UNRELATED.includes(status) || SESSION_OVER_CODES.includes(apiError.code) ? undefined : apiError.error.code;
}
