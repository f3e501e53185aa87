import { log } from "~/log.server";
import type { Returned } from "~/providers/provider";
import { providerOf } from "~/providers/providers.server";
import { MalformedReturn } from "~/providers/returned.server";
import { SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor, findOrder } from "./open-order.server";
import type { Order } from "./order-token.server";

/**
 * Passes on, once, what the buyer's browser brought back from the provider. `isRefused`: it could not be verified, and the
 * payments API took no notice of it. Whether it was told or not, the order stands as the API says when it is asked.
 */
export async function takeReturn(
  order: Order,
  returned: Returned,
  visitor: Visitor,
): Promise<{ order: Order; isRefused: boolean }> {
  const found = await findOrder(order, visitor);
  if (found.kind !== "found") return { order, isRefused: false };
  const { provider, orderId } = found.order;
  try {
    await providerOf(provider).ask(orderId, callerFor(order, visitor), returned);
    return { order: found.order, isRefused: false };
  } catch (error) {
    const reason = reasonOfRefusal(error);
    if (reason !== undefined)
      log.warn({ requestId: visitor.requestId, provider, reason }, "a return from a payment provider was not believed");
    return { order: found.order, isRefused: reason !== undefined };
  }
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
