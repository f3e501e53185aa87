import { separatorOf } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { type LineView, labelledLines } from "~/offers/sale/line-views.server";
import { nextSentences, periodWords, refundTexts } from "~/offers/sale/sale-words.server";
import { nextPaymentOf } from "~/orders/next-payment";
import { orderPrice } from "~/orders/order-price";
import type { OpenedOrder } from "~/orders/order-token.server";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { brandOf, sellingTermsOf } from "~/visitor/brand/brands.server";

/** The order beside a provider's frame; all of it is text, so that the page needs no further messages. */
export interface FrameSummary {
  heading: string;
  plan: string;
  lines: LineView[];
  /** The code of the coupon line. */
  coupon?: string;
  /** What follows, and what else was promised, in sentences. */
  notes: string[];
}

export function frameSummary(lang: LocaleCode, order: OpenedOrder, result: PurchaseResult): FrameSummary {
  const { amount, currency } = orderPrice(order, result) ?? order;
  const isAsAgreed = amount === order.amount && currency === order.currency;
  const items = isAsAgreed && order.items.length > 0 ? order.items : [{ kind: "dueToday" as const, amount }];
  return {
    heading: translate(lang)("checkout:summary"),
    plan: `${brandOf(order.appType).appName}${separatorOf(lang)}${periodWords(lang).length(order.period)}`,
    lines: labelledLines(lang, items, currency),
    coupon: isAsAgreed ? order.coupon : undefined,
    notes: [...nextNotes(lang, order, result), ...refundTexts(lang, sellingTermsOf(order.appType))],
  };
}

/** What renews when; empty where nothing does, or nobody knows. */
function nextNotes(lang: LocaleCode, order: OpenedOrder, result: PurchaseResult): string[] {
  const next = nextPaymentOf(order, result);
  if (next === undefined || next === "none" || next.period === undefined) return [];
  const kind = order.sale === "trial" ? "trial" : "subscription";
  return nextSentences(lang, kind, { ...next, period: next.period, today: orderPrice(order, result) ?? order });
}
