import type { ContinuedOrder } from "~/checkout/checkout-context.server";
import { newAttempt } from "~/checkout/pay-fields.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import type { DeclineBucket, OrderState } from "~/upstream/contract/purchases/purchase-result";
import { visitorOf } from "~/visitor/visitor.server";
import type { OrderScreen } from "./order-states";
import { orderStatus } from "./order-status.server";
import { isOfOtherBrowser, type Order, orderIn, orderToken } from "./order-token.server";

/** What to show for a form whose address names an order. `leave`: the order cannot be paid now, redirect to `to`. */
type EarlierStanding = { kind: "form"; earlier: ContinuedOrder<Order> | undefined } | { kind: "leave"; to: string };

/**
 * Asks the payments API about the order in a form's address, before the form shows it or sells anything beside it. With
 * no readable token the form is a new one. @param planId missing where the form offers the plan of the best value
 */
export async function earlierOrder(
  request: Request,
  lang: LocaleCode,
  planId: string | undefined,
): Promise<EarlierStanding> {
  const order = await orderIn(request);
  if (order?.kind !== "site") return { kind: "form", earlier: undefined };
  // Of another browser's order the form has only what this buyer has entered: it sells a new one.
  if (order.orderId === undefined || isOfOtherBrowser(order)) return goOn(order, false);
  const status = await orderStatus(order, await visitorOf(request));
  if (status.kind === "unknown") return { kind: "form", earlier: undefined };
  const token = await orderToken(order);
  if (status.kind !== "known") return { kind: "leave", to: paths.paystatus(lang, token) };
  switch (status.screen.kind) {
    case "success":
    case "granting":
      return { kind: "leave", to: paths.paysuc(lang, token, planId === order.plan ? undefined : planId) };
    case "waiting":
    case "review":
      return { kind: "leave", to: paths.paystatus(lang, token) };
    case "unpaid":
    case "action":
      return goOn(order, false);
    case "refunded":
      return goOn(nextAttempt(order, "refunded"), false);
    default:
      return goOn(nextAttempt(order, status.result.order_state), true, bucketOf(status.screen));
  }
}

const goOn = async (order: Order, hasFailed: boolean, bucket?: DeclineBucket): Promise<EarlierStanding> => ({
  kind: "form",
  earlier: { order, token: await orderToken(order), hasFailed, bucket },
});

const bucketOf = (screen: OrderScreen): DeclineBucket | undefined =>
  screen.kind === "declined" ? screen.bucket : undefined;

const ENDED_STATES: readonly (OrderState | undefined)[] = ["expired", "cancelled", "refunded"];

/** The order for the next attempt: the same one while it is open; after it ended, a new one with the same entries. */
export const nextAttempt = (order: Order, state: OrderState | undefined): Order =>
  ENDED_STATES.includes(state) ? { ...order, orderId: undefined, retryOf: undefined } : order;

/** A new order with the same entries as one that is already paid. @param browser see Visitor */
export const purchaseBeside = (order: Order, browser: string): Order => ({
  ...order,
  attempt: newAttempt(browser),
  orderId: undefined,
  retryOf: undefined,
  handOff: undefined,
  isFollower: undefined,
});
