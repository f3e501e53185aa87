import { type PeriodView, periodView } from "~/checkout/offer-view";
import { type PaidView, paidView } from "~/checkout/paid-view";
import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatDaysAhead } from "~/i18n/relative-time";
import { isSamePrice } from "~/purchase/again.server";
import { orderPrice, type Standing } from "~/purchase/follow-order.server";
import type { AnyOrder } from "~/purchase/order-token.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";

export type KnownOrder = Extract<Standing, { kind: "known" }>;

/** What was bought, as far as the order tells: one that began in an app has neither lines nor an e-mail. */
export interface Bought {
  orderId: string;
  period?: PeriodView;
  /** Missing where nobody says what was paid. */
  paid?: PaidView;
  coupon?: string;
  /** Until when the plan runs. */
  until?: string;
  email?: string;
  /** The merchant as the buyer's card statement will name it. */
  statement?: string;
}

export async function boughtIn(lang: LocaleCode, { order, result }: KnownOrder, visitor: Visitor): Promise<Bought> {
  const price = orderPrice(order, result);
  const agreed = order.kind === "site" && price && isSamePrice(price, order) ? order : undefined;
  return {
    orderId: result.order_id ?? order.orderId,
    period: order.period && periodView(lang, order.period),
    paid: price && paidView(lang, agreed?.items ?? [], price),
    until: lastDay(lang, result.vip?.remain_time),
    ...(order.kind === "site" ? { coupon: agreed?.coupon, email: order.email } : {}),
    statement: price?.amount === 0 ? undefined : await statementOf(order, visitor),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day a plan runs out and how far ahead that is, from the seconds that remain of it. */
function lastDay(lang: LocaleCode, remainSeconds: number | undefined): string | undefined {
  if (!remainSeconds) return undefined;
  const remainMs = remainSeconds * 1000;
  return `${formatDay(lang, new Date(Date.now() + remainMs))} · ${formatDaysAhead(lang, Math.round(remainMs / DAY_MS))}`;
}

/** A buyer who does not know the name on their statement asks their bank for the money back. Known or not, they have paid. */
async function statementOf({ provider }: AnyOrder, visitor: Visitor): Promise<string | undefined> {
  try {
    const { statement } = await loadPaymentParams(visitor.caller, visitor);
    return statement?.[provider];
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
