import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { lineItems, type Offer } from "~/offers/offer";
import { type PeriodView, periodView } from "~/offers/period";
import { agreementText, type SoldUnder } from "./agreement.server";
import { type LineView, lineViews } from "./line-views.server";
import { agreedSale, type FirstCharge, firstCharge } from "./sale-kind";
import { nextWords, refundTexts, shortWords, trialTimeline } from "./sale-words.server";

/** The plan to buy, its price today and what follows; all money is text. */
export interface SummaryView {
  period: PeriodView;
  /** The price today and what follows, in parts of one line. */
  short: string[];
  lines: LineView[];
  /** The code of the coupon line. */
  coupon?: string;
  dueToday: string;
  firstCharge: FirstCharge;
  /** Says that nothing is paid today or later. */
  nothingToPay?: string;
  /** What is paid when, for a trial that becomes a subscription. */
  timeline?: { when: string; amount: string }[];
  /** That the plan ends by itself, in sentences. */
  next: string[];
  /** The brand's money-back promise, in sentences. */
  refunds: string[];
  /** What the buyer agrees to by pressing the button. */
  agreement: string;
}

export function summaryView(lang: LocaleCode, offer: Offer, today: string, under: SoldUnder): SummaryView {
  const { currency } = offer.amounts;
  const isFree = firstCharge(offer) === "never";
  return {
    period: periodView(lang, offer.period),
    short: shortWords(lang, offer, today),
    lines: lineViews(lang, lineItems(offer), currency),
    coupon: offer.coupon?.id,
    dueToday: formatMoney(lang, { amount: offer.dueToday, currency }),
    firstCharge: firstCharge(offer),
    nothingToPay: isFree ? translate(lang)("sale:form.nothingToPay") : undefined,
    timeline: trialTimeline(lang, offer, today),
    next: nextWords(lang, offer, today),
    refunds: isFree ? [] : refundTexts(lang, { refunds: under.selling.refunds }),
    agreement: agreementText(lang, agreedSale(offer, today), under),
  };
}
