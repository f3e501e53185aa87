import { z } from "zod";
import { log } from "~/log.server";
import type { Returned } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { MalformedReturn, returnedIn } from "~/providers/returned.server";
import { seal, unseal } from "~/sealing.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { identifier } from "~/upstream/contract/values/scalars";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import type { OpenedOrder, Order } from "./order-token.server";
import { findOrder } from "./purchase.server";
import { purchaseFacts } from "./purchase-log.server";

/**
 * Passes the parameters that the buyer brought back from the provider on to the payments API, once. `isRefused`: they
 * could not be verified, and changed nothing. Either way the order's status is what the API says when asked.
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
      log.warn(
        { requestId: visitor.requestId, ...purchaseFacts(known), reason },
        "a return from a payment provider was not believed",
      );
    return { order: known, isFound: true, isRefused: reason !== undefined };
  }
}

/**
 * The order that the provider's parameters name, where its id is not known otherwise. Anybody may have written them, so
 * to the visitor it is another browser's: they see its status, but neither receipts nor a way to pay.
 */
function asNamed(order: Order, { order_id }: Returned): OpenedOrder | undefined {
  const orderId = identifier.safeParse(order_id);
  return orderId.success ? { ...order, orderId: orderId.data, isFollower: true } : undefined;
}

const returnedShape = z.record(z.string().max(64), z.string().max(1000));

/** Seals what the provider posted into an address, for the next request, which has cookies. */
export const sealReturned = (returned: Returned): Promise<string> => seal("returned", returned);

/** The provider's parameters, from this request or sealed by the one before it. */
export async function broughtBack(request: Request): Promise<Returned> {
  const sealed = new URL(request.url).searchParams.get("back");
  const before = sealed === null ? undefined : await unseal("returned", returnedShape, sealed);
  return before ?? returnedIn(request);
}

/** Not found, timeout, too early, too many requests: these do not judge the parameters. */
const UNRELATED: readonly (number | undefined)[] = [404, 408, 425, 429];

/** Why the parameters were refused; undefined where the call failed for another reason. @throws any other error */
function reasonOfRefusal(error: unknown): string | undefined {
  if (error instanceof MalformedReturn) return "malformed";
  if (!(error instanceof UpstreamError)) throw error;
  const { kind, status = 500, apiError } = error;
  if (kind !== "refused" || apiError === undefined || status >= 500) return undefined;
  return UNRELATED.includes(status) || SESSION_OVER_CODES.includes(apiError.code) ? undefined : apiError.error.code;
}
