import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { formatShare } from "~/i18n/numbers";
import { bestValue, type Offer, savedShare } from "./offer";
import { type PeriodView, periodView, type TrialView } from "./period";
import { nextPayment } from "./sale/sale-kind";

/** An offer for a plan card; all money is text, so the browser does not format it. */
export interface OfferView {
  planId: string;
  period: PeriodView;
  price: string;
  perMonth: string;
  /** What it cost before, where that was more. */
  full?: string;
  /** What it saves of the monthly plan's price. */
  saved?: string;
  trial?: TrialView;
  isBest: boolean;
}

export function offerViews(lang: LocaleCode, offers: readonly Offer[]): OfferView[] {
  const best = bestValue(offers);
  return offers.map((offer) => offerView(lang, offer, { isBest: offer === best, share: savedShare(offer, offers) }));
}

interface Compared {
  isBest: boolean;
  share: number;
}

function offerView(lang: LocaleCode, offer: Offer, { isBest, share }: Compared): OfferView {
  const { amounts, trial, renewal } = offer;
  const money = (amount: number) => formatMoney(lang, { amount, currency: amounts.currency });
  return {
    planId: offer.planId,
    period: periodView(lang, offer.period),
    price: money(amounts.price),
    perMonth: money(amounts.perMonth),
    full: amounts.full > renewal ? money(amounts.full) : undefined,
    saved: share > 0 ? formatShare(lang, share) : undefined,
    trial: trial && {
      price: trial.price === 0 ? undefined : money(trial.price),
      period: periodView(lang, trial.period),
    },
    isBest,
  };
}

/** A plan as a row of the comparison table: the card's values, the amount due today and the next payment. */
export interface ComparedPlan extends OfferView {
  dueToday: string;
  /** Missing where the plan does not renew. */
  next?: { price: string; date: string };
}

export function comparisonOf(lang: LocaleCode, offers: readonly Offer[], today: string): ComparedPlan[] {
  const views = offerViews(lang, offers);
  return offers.flatMap((offer, row) => {
    const view = views[row];
    return view === undefined ? [] : [{ ...view, ...paymentsOf(lang, offer, today) }];
  });
}

function paymentsOf(lang: LocaleCode, offer: Offer, today: string): Pick<ComparedPlan, "dueToday" | "next"> {
  const money = (amount: number) => formatMoney(lang, { amount, currency: offer.amounts.currency });
  const next = nextPayment(offer, today);
  return {
    dueToday: money(offer.dueToday),
    next: next.kind === "ends" ? undefined : { price: money(next.amount), date: formatDay(lang, next.on) },
  };
}
