import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { lineItems } from "./line-items";
import { type LineView, lineViews } from "./line-views";
import { nextPayment } from "./next-payment";
import type { Offer } from "./offer";
import { type PeriodView, periodView } from "./offer-view";

/** What is bought at what price, and what follows; all money is text. */
export interface SummaryView {
  period: PeriodView;
  lines: LineView[];
  /** The coupon whose line is among them. */
  coupon?: string;
  dueToday: string;
  /** Nothing is paid today: no provider is needed. */
  isFree: boolean;
  next: { kind: "renews" | "renewsAfterTrial"; date: string; price: string; period: PeriodView } | NextEnd;
}

interface NextEnd {
  kind: "ends";
  date: string;
}

export function summaryView(lang: LocaleCode, offer: Offer, today: Date): SummaryView {
  const { currency } = offer.amounts;
  return {
    period: periodView(lang, offer.period),
    lines: lineViews(lang, lineItems(offer), currency),
    coupon: offer.coupon?.id,
    dueToday: formatMoney(lang, { amount: offer.dueToday, currency }),
    isFree: offer.dueToday === 0,
    next: nextView(lang, offer, today),
  };
}

function nextView(lang: LocaleCode, offer: Offer, today: Date): SummaryView["next"] {
  const next = nextPayment(offer, today);
  const date = formatDay(lang, next.on);
  if (next.kind === "ends") return { kind: "ends", date };
  const price = formatMoney(lang, { amount: next.amount, currency: offer.amounts.currency });
  return { kind: next.kind, date, price, period: periodView(lang, next.period) };
}
