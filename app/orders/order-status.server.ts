import { appProviderOf, providerOf } from "~/providers/providers.server";
import { lastDayOf, loadProfile } from "~/upstream/account.server";
import type { Caller } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { type PurchaseResult, purchaseResult } from "~/upstream/contract/purchase-result";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import { type OrderScreen, orderScreen } from "./order-states";
import type { AnyOrder, AppOrder, OpenedOrder, Order } from "./order-token.server";
import { takeState } from "./order-watch.server";
import { findOrder } from "./purchase.server";

/** An order's status, as far as the payments API could be asked. */
export type OrderStatus =
  | { kind: "known"; order: AppOrder | OpenedOrder; result: PurchaseResult; screen: OrderScreen }
  /** The payments API could not be asked. */
  | { kind: "unreachable"; order: AnyOrder }
  /** The payments API refused to open the order: nothing was ordered or charged. */
  | { kind: "notOpened"; order: Order }
  /** The payments API knows no such order. */
  | { kind: "unknown" };

/** Asks the payments API for an order's status. Never throws UpstreamError. */
export async function orderStatus(order: AnyOrder, visitor: Visitor): Promise<OrderStatus> {
  if (order.kind === "app") return askAbout(order, visitor);
  const found = await findOrder(order, visitor);
  return found.kind === "found" ? askAbout(found.order, visitor) : found;
}

async function askAbout(order: AppOrder | OpenedOrder, visitor: Visitor): Promise<OrderStatus> {
  try {
    const result = await askProvider(order, callerFor(order, visitor));
    takeState(order, result);
    return { kind: "known", order, result, screen: orderScreen(result) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const isUnknown = error.kind === "refused" && error.status === 404;
    return isUnknown ? { kind: "unknown" } : { kind: "unreachable", order };
  }
}

async function askProvider(order: AppOrder | OpenedOrder, caller: Caller): Promise<PurchaseResult> {
  if (order.kind === "app") return appProviderOf(order.provider).ask(order, caller);
  const result = await providerOf(order.provider).ask(order.orderId, caller);
  return (await resultByAccount(order, caller)) ?? result;
}

/** A day that is asked for at its turn may be told as the next one. */
const MORE_THAN_DAYS = 1;

/**
 * The result of an order that the payments API tells nothing of: the account that it was ordered from runs longer than it did. Nobody
 * else's account counts. Undefined: that does not tell either.
 */
async function resultByAccount(order: OpenedOrder, caller: Caller): Promise<PurchaseResult | undefined> {
  const { account, provider } = order;
  if (account === undefined || caller.bearer === undefined || !providerOf(provider).isUntold?.()) return undefined;
  const profile = await loadProfile(caller).catch(undefinedIfAway);
  if (profile?.user_id !== account.userId || lastDayOf(profile) <= account.endsOn + MORE_THAN_DAYS) return undefined;
  return purchaseResult.parse({ status: "success", vip: profile.vip });
}

function undefinedIfAway(error: unknown): undefined {
  if (!(error instanceof UpstreamError)) throw error;
}
