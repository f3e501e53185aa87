import { newAttempt } from "~/checkout/attempt-key.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import type { OrderState } from "~/upstream/contract/purchase-result";
import { visitorOf } from "~/visitor/visitor.server";
import { orderStatus } from "./order-status.server";
import { type Order, orderIn, orderToken } from "./order-token.server";

/** An order that a form goes on with: a further attempt at it, or a new one with the same entries. */
interface EarlierOrder {
  order: Order;
  token: string;
  /** It was not paid, and the buyer is told so. */
  hasFailed: boolean;
}

/** What becomes of a form whose address names an order. `leave`: nothing is to be paid for it now, another page says why. */
type Earlier = { kind: "form"; earlier: EarlierOrder | undefined } | { kind: "leave"; to: string };

/**
 * Asks how the order stands that the address of a form names, before anything is said of it or sold beside it. A token that
 * cannot be read is left aside: the form is then simply a new one. @param planId missing where the form offers the best value
 */
export async function earlierOrder(request: Request, lang: LocaleCode, planId: string | undefined): Promise<Earlier> {
  const order = await orderIn(request);
  if (order?.kind !== "site") return { kind: "form", earlier: undefined };
  if (order.orderId === undefined) return goOn(order, false);
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
      return goOn(nextAttempt(order, status.result.order_state), true);
  }
}

const goOn = async (order: Order, hasFailed: boolean): Promise<Earlier> => ({
  kind: "form",
  earlier: { order, token: await orderToken(order), hasFailed },
});

const OVER: readonly (OrderState | undefined)[] = ["expired", "cancelled", "refunded"];

/** A further attempt goes on with its order while that is open; one that is over is begun anew with the same entries. */
export const nextAttempt = (order: Order, state: OrderState | undefined): Order =>
  OVER.includes(state) ? { ...order, orderId: undefined, retryOf: undefined } : order;

/** A purchase of its own with the entries of an order that is paid. @param browser see Visitor */
export const purchaseBeside = (order: Order, browser: string): Order => ({
  ...order,
  attempt: newAttempt(browser),
  orderId: undefined,
  retryOf: undefined,
  handOff: undefined,
  isFollower: undefined,
});
