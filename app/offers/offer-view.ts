import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { formatCount, formatShare } from "~/i18n/numbers";
import { bestValue } from "./best-value";
import { type Offer, savedShare } from "./offer";
import type { Period } from "./period";

/** A period ready for the plural messages of pay-plan: `n` is the count in the locale's digits. */
export interface PeriodView {
  unit: Period["unit"];
  count: number;
  n: string;
}

/** An offer as a plan card shows it; all money is text, so the browser never formats it again. */
export interface OfferView {
  planId: string;
  period: PeriodView;
  price: string;
  perMonth: string;
  /** The regular price, where it is higher. */
  full?: string;
  saved?: string;
  trial?: { price: string; period: PeriodView };
  isBest: boolean;
}

export const periodView = (lang: LocaleCode, { unit, count }: Period): PeriodView => ({
  unit,
  count,
  n: formatCount(lang, count),
});

export function offerViews(lang: LocaleCode, offers: readonly Offer[]): OfferView[] {
  const best = bestValue(offers);
  return offers.map((offer) => offerView(lang, offer, offer === best));
}

function offerView(lang: LocaleCode, offer: Offer, isBest: boolean): OfferView {
  const { amounts, trial } = offer;
  const money = (amount: number) => formatMoney(lang, { amount, currency: amounts.currency });
  const share = savedShare(amounts);
  return {
    planId: offer.planId,
    period: periodView(lang, offer.period),
    price: money(amounts.price),
    perMonth: money(amounts.perMonth),
    full: share > 0 ? money(amounts.full) : undefined,
    saved: share > 0 ? formatShare(lang, share) : undefined,
    trial: trial && { price: money(trial.price), period: periodView(lang, trial.period) },
    isBest,
  };
}
