import { lineViews } from "~/checkout/line-views";
import { periodView } from "~/checkout/offer-view";
import { isUnsettled } from "~/checkout/order-screen";
import type { PayProvider } from "~/checkout/pay-providers";
import { PATIENCE, secondsUntilNext } from "~/checkout/poll-schedule";
import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { paths, type StatusNotice } from "~/paths";
import { isSamePrice } from "~/purchase/again.server";
import { orderPrice } from "~/purchase/follow-order.server";
import { type AnyOrder, orderToken } from "~/purchase/order-token.server";
import { paymentAddress } from "~/purchase/payment-address.server";
import { canPayAgain, type Followed, nextSteps, type Screen, screenOf } from "./next-steps.server";

/** What a request for the status page says beside the order. */
export interface Asked {
  /** Counts the refreshes of a page without scripts. */
  check: number;
  notice: StatusNotice | undefined;
  /** The providers on offer, for whom one did not work. */
  offered: readonly PayProvider[];
  isInApp: boolean;
  requestId: string;
}

/** What the status page shows. */
export async function statusData(lang: LocaleCode, standing: Followed, asked: Asked) {
  const { order } = standing;
  const screen = screenOf(standing);
  const token = await orderToken(order);
  const isConfirmedUntaken = standing.kind === "known" && standing.result.money_taken === "no";
  const bucket = screen.kind === "declined" ? screen.bucket : undefined;
  return {
    kind: screen.kind,
    bucket,
    notice: asked.notice,
    opensInBrowser: bucket === "auth_failed" && asked.isInApp,
    isPaidInApp: order.kind === "app" && (canPayAgain(screen) || "payAt" in screen),
    isFree: screen.kind === "granting" && isConfirmedUntaken,
    noMoneyTaken: canPayAgain(screen) && isConfirmedUntaken,
    ...boughtIn(lang, standing),
    payAt: isPayable(screen, order, asked) ? paths.redirect(lang, token) : undefined,
    ...(await nextSteps(lang, standing, asked.offered)),
    ...askingAgain(lang, standing, token, asked),
  };
}

/** An order that was begun elsewhere, in another tab say, has its own price: what this form came to is then not told. */
function boughtIn(lang: LocaleCode, standing: Followed) {
  const { order } = standing;
  const price = orderPrice(order, standing.kind === "known" ? standing.result : undefined);
  const agreed = order.kind === "site" && price && isSamePrice(price, order) ? order : undefined;
  const isItemised = agreed !== undefined && agreed.items.length > 0;
  return {
    period: order.period && periodView(lang, order.period),
    orderId: order.orderId,
    amount: isItemised || price === undefined ? undefined : formatMoney(lang, price),
    lines: isItemised ? lineViews(lang, agreed.items, agreed.currency) : [],
    coupon: agreed?.coupon,
  };
}

/** Paying goes on by way of the hand-off page, which asks first; an address that nobody may be sent to is not offered. */
const isPayable = (screen: Screen, order: AnyOrder, { requestId }: Asked): boolean =>
  order.kind === "site" && "payAt" in screen && paymentAddress(screen.payAt, requestId) !== undefined;

const keepsAsking = (screen: Screen): boolean =>
  screen.kind === "unreachable" || (screen.kind !== "notOpened" && isUnsettled(screen.kind));

/** How the page keeps up with an order that still moves; nothing where it is settled. */
function askingAgain(lang: LocaleCode, standing: Followed, token: string, { check, notice }: Asked) {
  if (!keepsAsking(screenOf(standing))) return {};
  const retryAfter = standing.kind === "known" ? standing.result.retry_after : undefined;
  const checkAt = paths.paystatus(lang, token);
  return {
    refresh: {
      seconds: secondsUntilNext(check, retryAfter),
      to: paths.paystatus(lang, token, { check: check + 1, notice }),
      isAlways: false,
    },
    checkAt,
    pollAt: paths.standing(token),
    link: check >= PATIENCE ? new URL(checkAt, env().publicOrigin).href : undefined,
  };
}
