import type { ContinuedOrder } from "~/checkout/checkout-context.server";
import { newAttempt } from "~/checkout/form-fields.server";
import type { PaidBefore } from "~/checkout/paid-before-view.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import { providerOf } from "~/providers/providers.server";
import { orAfter } from "~/upstream/client/deadline-and-retry.server";
import { lastPaidDay, renewalDay, type Whereabouts } from "~/upstream/contract/deadlines";
import { invoiceOwner } from "~/upstream/contract/invoices";
import type { KnownDecline, OrderState, PurchaseResult } from "~/upstream/contract/purchase-result";
import { userAgentOf } from "~/visitor/browser/device.server";
import { ordersPaidHere, type PaidOrder, paidHereCookie, UNNUMBERED } from "~/visitor/sealed-cookies.server";
import { type Visitor, visitorOf, whereaboutsOf, withoutAccount } from "~/visitor/visitor.server";
import { type OrderScreen, orderScreen } from "./order-states";
import { orderStatus } from "./order-status.server";
import { isOfOtherBrowser, type Order, orderIn, ordersSentHere, orderToken } from "./order-token.server";
import { waysToApp } from "./to-app/ways-to-app.server";

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
  if (order.orderId === undefined || isOfOtherBrowser(order)) return goOn(order);
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
      return goOn(order);
    case "refunded":
      return goOn(nextAttempt(order, "refunded"));
    default:
      return goOn(nextAttempt(order, status.result.order_state), {
        isUntaken: status.result.money_taken === "no",
        bucket: bucketOf(status.screen),
      });
  }
}

const goOn = async (order: Order, failure?: ContinuedOrder["failure"]): Promise<EarlierStanding> => ({
  kind: "form",
  earlier: { order, token: await orderToken(order), failure },
});

const bucketOf = (screen: OrderScreen): KnownDecline | undefined =>
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

/** The checkout does without the answer sooner than without its prices. */
const STATUS_WAIT_MS = 1_500;

/** The API is asked about so many orders at once. */
const MOST_ORDERS_CHECKED = 3;

/** What this browser has bought: an order that it was told is paid, or one that it has sent and was not told of. */
type Candidate = Omit<PaidOrder, "paidAt"> & { paidAt?: number };

/**
 * The newest order of the visitor's app that this browser has paid and that is active, else the newest it was told is paid. One whose buyer
 * closed the tab at the provider is remembered from now on. Never throws UpstreamError.
 */
export async function paidOrderNote(request: Request, lang: LocaleCode): Promise<PaidBefore | undefined> {
  const visitor = await visitorOf(request);
  const candidates = await candidatesIn(request, visitor);
  const ofApp = candidates.filter(({ appType }) => appType === visitor.appType).slice(0, MOST_ORDERS_CHECKED);
  const standings = await Promise.all(ofApp.map((order) => standing(order, visitor)));
  const found =
    standings.find(({ next }) => next !== undefined) ?? standings.find(({ order }) => order.paidAt !== undefined);
  if (found === undefined) return undefined;
  const { order, next, owner } = found;
  // In whole seconds, as a form says when it was shown.
  const { paidAt = Math.floor(Date.now() / 1_000) * 1_000, ...paid } = order;
  return {
    plan: order.plan,
    email: order.email,
    paidAt,
    next,
    app: waysToApp(lang, order.appType, { userAgent: userAgentOf(request), isInApp: true }).here,
    cookie: order.paidAt === undefined ? await paidHereCookie(request, { ...paid, owner }) : undefined,
  };
}

/** Newest first. Whoever is signed in may be somebody else than who sent an order here: they are told of what was paid only. */
async function candidatesIn(request: Request, { session, bearerFrom }: Visitor): Promise<Candidate[]> {
  const isSignedIn = session !== undefined || bearerFrom !== undefined;
  const [paid, sent] = await Promise.all([ordersPaidHere(request), isSignedIn ? [] : ordersSentHere(request)]);
  const isNew = ({ orderId }: { orderId: string }) =>
    orderId !== UNNUMBERED && !paid.some((one) => one.orderId === orderId);
  return [...sent.filter(isNew).map(({ attempt, ...order }) => order), ...paid];
}

async function standing(order: Candidate, visitor: Visitor) {
  const result = await orAfter(askPaidOrder(order, visitor), STATUS_WAIT_MS, undefined);
  const owner = order.owner ?? invoiceOwner.safeParse(result?.receipts).data;
  const next = result && nextDay(result, { now: Date.now(), place: await whereaboutsOf(visitor) });
  return { order, next, owner };
}

/** Asked for nobody: whoever is signed in here now may be somebody else. */
const askPaidOrder = ({ orderId, provider }: Candidate, visitor: Visitor): Promise<PurchaseResult | undefined> =>
  providerOf(provider)
    .ask(orderId, { ...withoutAccount(visitor).caller, circuit: "optional" })
    .catch(() => undefined);

/** When a plan that is active goes on or ends; undefined where it is over, was paid back, or nobody knows. */
function nextDay(result: PurchaseResult, here: { now: number; place: Whereabouts }): PaidBefore["next"] {
  if (orderScreen(result).kind !== "success") return undefined;
  const { renewal, vip } = result;
  if (renewal !== undefined)
    return Date.parse(renewal.on) > here.now ? { kind: "renews", on: renewalDay(renewal, here.place) } : undefined;
  const remaining = vip?.remain_time ?? 0;
  return remaining > 0 ? { kind: "ends", on: lastPaidDay(remaining, undefined, here) } : undefined;
}
