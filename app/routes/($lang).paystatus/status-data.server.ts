import { periodView } from "~/checkout/offer-view";
import { isUnsettled, mayPayAgain, type OrderScreen } from "~/checkout/order-screen";
import { PATIENCE, secondsUntilNext } from "~/checkout/poll-schedule";
import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { paths } from "~/paths";
import type { Standing } from "~/purchase/follow-order.server";
import { type AnyOrder, orderToken } from "~/purchase/order-token.server";
import { paymentAddress } from "~/purchase/payment-address.server";

type Followed = Exclude<Standing, { kind: "unknown" }>;

/** The screen of an order, the ones included for when nothing is known of it. */
type Screen = OrderScreen | { kind: "unreachable" } | { kind: "notOpened" };

const screenOf = (standing: Followed): Screen =>
  standing.kind === "known" ? standing.screen : { kind: standing.kind };

const keepsAsking = (screen: Screen): boolean =>
  screen.kind === "unreachable" || (screen.kind !== "notOpened" && isUnsettled(screen.kind));

const canPayAgain = (screen: Screen): boolean =>
  screen.kind === "notOpened" || (screen.kind !== "unreachable" && mayPayAgain(screen.kind));

/** The order a further attempt goes on with; an expired or unopened one is begun anew. */
async function payAgainAt(lang: LocaleCode, screen: Screen, order: AnyOrder): Promise<string | undefined> {
  if (order.kind === "app" || !canPayAgain(screen)) return undefined;
  const isOver = screen.kind === "expired" || screen.kind === "notOpened";
  const token = await orderToken(isOver ? { ...order, orderId: undefined, further: undefined } : order);
  return paths.payment(lang, order.plan, { order: token });
}

/** What the status page shows. `check` counts the refreshes of a page without script. */
export async function statusData(lang: LocaleCode, standing: Followed, check: number, requestId: string) {
  const { order } = standing;
  const screen = screenOf(standing);
  const token = await orderToken(order);
  const retryAfter = standing.kind === "known" ? standing.result.retry_after : undefined;
  const isAsking = keepsAsking(screen);
  const refresh = {
    seconds: secondsUntilNext(check, retryAfter),
    to: paths.paystatus(lang, token, { check: check + 1 }),
    isAlways: false,
  };
  return {
    kind: screen.kind,
    bucket: screen.kind === "declined" ? screen.bucket : undefined,
    noMoneyTaken: canPayAgain(screen) && standing.kind === "known" && standing.result.money_taken === "no",
    period: order.period && periodView(lang, order.period),
    orderId: order.orderId,
    amount: formatMoney(lang, order),
    payAt: "payAt" in screen ? paymentAddress(screen.payAt, requestId) : undefined,
    payAgainAt: await payAgainAt(lang, screen, order),
    refresh: isAsking ? refresh : undefined,
    checkAt: isAsking ? paths.paystatus(lang, token) : undefined,
    pollAt: isAsking ? paths.standing(token) : undefined,
    link: isAsking && check >= PATIENCE ? new URL(paths.paystatus(lang, token), env().publicOrigin).href : undefined,
  };
}
