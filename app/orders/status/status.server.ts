import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { isSamePrice } from "~/offers/offer";
import { periodView } from "~/offers/period";
import { billView } from "~/offers/sale/line-views.server";
import { nextAttempt } from "~/orders/earlier-order.server";
import { addressToPay, currentHandOff, isLedToOther, unpaidIn } from "~/orders/hand-off/hand-off.server";
import { orderPrice } from "~/orders/order-price";
import { type OrderScreen, PATIENCE, SCREENS, secondsUntilNext } from "~/orders/order-states";
import type { OrderStatus } from "~/orders/order-status.server";
import { isOfOtherBrowser, orderToken } from "~/orders/order-token.server";
import { paths, type StatusNotice } from "~/paths";
import { offeredTo } from "~/providers/providers.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { OrderState } from "~/upstream/contract/purchase-result";
import { paymentMethodOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
import { otherBrowserState, otherBrowserView } from "./other-browser.server";

type FoundStatus = Exclude<OrderStatus, { kind: "unknown" }>;

/** What the status page needs besides the order. */
export interface StatusContext {
  /** Counts the refreshes of a page without scripts. */
  check: number;
  notice: StatusNotice | undefined;
  /** The providers on offer, as other ways to pay after a decline. */
  offered: readonly ProviderCode[];
  visitor: Visitor;
}

/** The screens of an order, with those for when its status is not known. */
type Screen = OrderScreen | { kind: "unreachable" } | { kind: "notOpened" };

const screenOf = (status: FoundStatus): Screen => (status.kind === "known" ? status.screen : { kind: status.kind });

/** What a waiting page polls: it loads its data again once this changes. */
export function polledState(status: FoundStatus): string {
  const { kind } = screenOf(status);
  return isOfOtherBrowser(status.order) ? otherBrowserState(status.order, kind, new Date()) : kind;
}

/** What the status page shows. */
export async function statusData(lang: LocaleCode, status: FoundStatus, context: StatusContext) {
  const { order } = status;
  if (!isOfOtherBrowser(order)) return ownData(lang, status, context);
  const token = await orderToken(order);
  const view = otherBrowserView(lang, order, screenOf(status).kind, token, new Date());
  const { link, ...polled } = polling(lang, status, token, context);
  return {
    ...view,
    notice: shownNotice(context),
    state: polledState(status),
    ...(view.stage === "live" ? polled : {}),
  };
}

const shownNotice = ({ notice }: StatusContext) => (notice === "unverified" ? notice : undefined);

async function ownData(lang: LocaleCode, status: FoundStatus, context: StatusContext) {
  const { order } = status;
  const screen = screenOf(status);
  const { mayPayAgain } = SCREENS[screen.kind];
  const isOther = isLedToOther(status);
  const way = isOther ? "none" : await wayToPayIn(status, context);
  const isRefused = way === "refused";
  const token = await orderToken(order);
  const isConfirmedUntaken = status.kind === "known" && status.result.money_taken === "no";
  const bucket = screen.kind === "declined" ? screen.bucket : undefined;
  return {
    kind: screen.kind,
    bucket,
    state: polledState(status),
    notice: shownNotice(context),
    opensInBrowser: bucket === "auth_failed" && context.visitor.isInApp,
    isPaidInApp: order.kind === "app" && (mayPayAgain || isUnfinished(screen)),
    isOther,
    isRefused,
    isFree: screen.kind === "granting" && (isConfirmedUntaken || wasNothingDue(status)),
    noMoneyTaken: (mayPayAgain || isOther || isRefused) && isConfirmedUntaken,
    ...boughtFacts(lang, status),
    payAt: way === "open" ? paths.redirect(lang, token) : undefined,
    ...(await nextSteps(lang, status, { ...context, isRefused })),
    ...polling(lang, status, token, context),
  };
}

/** Nothing was to be paid; an API that says no more than "paid" seems to say that money was taken. */
const wasNothingDue = (status: FoundStatus): boolean =>
  status.kind === "known" && orderPrice(status.order, status.result)?.amount === 0;

/** An order begun by another form has its own price: then this form's lines are not shown. */
function boughtFacts(lang: LocaleCode, status: FoundStatus) {
  const { order } = status;
  const price = orderPrice(order, status.kind === "known" ? status.result : undefined);
  const agreed = order.kind === "site" && price && isSamePrice(price, order) ? order : undefined;
  return {
    period: order.period && periodView(lang, order.period),
    orderId: order.orderId,
    bill: price && billView(lang, agreed?.items ?? [], price),
    coupon: agreed?.coupon,
  };
}

const isUnfinished = ({ kind }: Screen): boolean => kind === "unpaid" || kind === "action";

/**
 * Whether the buyer can go to the provider, via the hand-off page, which asks the API first. "refused": by the redirect guard. Of an order
 * that may be paid already only the hand-off page knows that its buyer never got there.
 */
async function wayToPayIn(
  status: FoundStatus,
  { notice, visitor }: StatusContext,
): Promise<"open" | "refused" | "none"> {
  const unpaid = unpaidIn(status);
  if (unpaid === undefined || !(isUnfinished(screenOf(status)) || notice === "noWay")) return "none";
  const handOff = await currentHandOff(unpaid, visitor);
  if (handOff === undefined) return "none";
  if (addressToPay(unpaid.order, handOff, visitor) === undefined) return "refused";
  return isUnfinished(screenOf(status)) ? "open" : "none";
}

/** An order that was never opened counts as cancelled. */
function stateOf(status: FoundStatus): OrderState | undefined {
  if (status.kind === "notOpened") return "cancelled";
  return status.kind === "known" ? status.result.order_state : undefined;
}

interface NextSteps {
  payAgainAt?: string | undefined;
  /** The payment method that is tried again there, where others stand beside it. */
  payAgainBy?: string | undefined;
  otherPlanAt?: string;
  /** Other payment methods, after one was declined, left, or could not be reached. */
  methods: { name: string; at: string }[];
}

type Offer = Pick<StatusContext, "offered" | "visitor"> & { isRefused: boolean };

/** Where the buyer can pay again; empty while a payment may be in progress, and for purchases made in an app. */
async function nextSteps(
  lang: LocaleCode,
  status: FoundStatus,
  { offered, visitor, isRefused }: Offer,
): Promise<NextSteps> {
  const { order } = status;
  const screen = screenOf(status);
  const mayPayAgain = SCREENS[screen.kind].mayPayAgain || isLedToOther(status) || isRefused;
  if (order.kind === "app" || !mayPayAgain) return { methods: [] };
  // An order that waits for its payment would lead back here: of this one it is known that nobody can pay it.
  const isLeft = isRefused && screen.kind === "waiting";
  const token = await orderToken(nextAttempt(order, isLeft ? "cancelled" : stateOf(status)));
  const t = translate(lang);
  const needsOther = screen.kind === "declined" || screen.kind === "cancelled" || isRefused;
  const others = needsOther ? offered.filter((code) => code !== order.provider) : [];
  const nameOf = (provider: ProviderCode) => t(`providers:${paymentMethodOf(order.appType, provider).name}.name`);
  const methods = offeredTo({ country: order.country, visitor }, others).map((provider) => ({
    name: nameOf(provider),
    at: `${paths.payment(lang, order.plan, { order: token, provider })}#quote`,
  }));
  return {
    // The same way again would be refused again.
    payAgainAt: isRefused ? undefined : atMethods(paths.payment(lang, order.plan, { order: token })),
    payAgainBy: methods.length > 0 ? nameOf(order.provider) : undefined,
    otherPlanAt: paths.payment(lang, undefined, { order: token }),
    methods,
  };
}

/** The rest of the form is as it was. */
const atMethods = (checkout: string): string => `${checkout}#provider`;

/** How the page follows an unsettled order; empty where it is settled. */
function polling(lang: LocaleCode, status: FoundStatus, token: string, { check, notice }: StatusContext) {
  if (!SCREENS[screenOf(status).kind].polls) return {};
  const retryAfter = status.kind === "known" ? status.result.retry_after : undefined;
  const checkAt = paths.paystatus(lang, token);
  return {
    refresh: {
      seconds: secondsUntilNext(check, retryAfter),
      to: paths.paystatus(lang, token, { check: check + 1, notice }),
      isAlways: false,
    },
    checkAt,
    pollAt: paths.orderState(token),
    link: check >= PATIENCE ? new URL(checkAt, env().publicOrigin).href : undefined,
  };
}
