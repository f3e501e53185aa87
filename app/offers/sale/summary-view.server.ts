import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { lineItems, type Offer } from "~/offers/offer";
import { type PeriodView, periodView } from "~/offers/period";
import { paths } from "~/paths";
import { agreementText, type SoldUnder } from "./agreement.server";
import { type LineView, lineViews, withoutLonePrice } from "./line-views.server";
import { agreedSale, type FirstCharge, firstCharge } from "./sale-kind";
import { moneyBackPromise, nextWords, shortWords, trialTimeline, withdrawalText } from "./sale-words.server";

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
  /** The brand's money-back promise, that what renews can be ended, and who sells; in parts of one line. */
  trust: { text: string; to?: string }[];
  /** The right to withdraw where it is bought. */
  withdrawal?: string;
  /** What the buyer agrees to by pressing the button. */
  agreement: string;
}

/** `isCancelledHere`: the payments API ends subscriptions, so that the site can. */
type Under = SoldUnder & { isCancelledHere: boolean };

export function summaryView(lang: LocaleCode, offer: Offer, today: string, under: Under): SummaryView {
  const { currency } = offer.amounts;
  const isFree = firstCharge(offer) === "never";
  const next = nextWords(lang, offer, today);
  return {
    period: periodView(lang, offer.period),
    short: shortWords(lang, offer, today),
    lines: withoutLonePrice(lineViews(lang, lineItems(offer), currency)),
    coupon: offer.coupon?.id,
    dueToday: formatMoney(lang, { amount: offer.dueToday, currency }),
    firstCharge: firstCharge(offer),
    nothingToPay: isFree ? translate(lang)("sale:form.nothingToPay") : undefined,
    timeline: trialTimeline(lang, offer, today),
    next,
    trust: trustWords(lang, under, { isFree, isEnded: next.length > 0 }),
    withdrawal: withdrawalText(lang, under.selling, under.country),
    agreement: agreementText(lang, agreedSale(offer, today), under),
  };
}

/** @param isEnded the plan ends by itself */
function trustWords(
  lang: LocaleCode,
  { selling: { refunds, company }, isCancelledHere }: Under,
  { isFree, isEnded }: { isFree: boolean; isEnded: boolean },
): SummaryView["trust"] {
  const t = translate(lang);
  const promise = refunds && moneyBackPromise(lang, refunds);
  return [
    ...(promise === undefined || isFree ? [] : [{ text: promise, to: paths.moneyBack(lang) }]),
    ...(isEnded ? [] : [{ text: t(isCancelledHere ? "sale:cancelOnline" : "sale:cancelAnytime") }]),
    ...(company === undefined ? [] : [{ text: t("sale:soldBy", { company }) }]),
  ];
}
