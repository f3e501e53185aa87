import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { nextPayment } from "./next-payment";
import type { Offer } from "./offer";
import { type OfferView, offerViews } from "./offer-view";

/** A plan as one row of the comparison: a card's facts, what is due today and what follows. */
export interface ComparedPlan extends OfferView {
  dueToday: string;
  /** Missing where nothing follows by itself. */
  next?: { price: string; date: string };
}

export function comparisonOf(lang: LocaleCode, offers: readonly Offer[], today: Date): ComparedPlan[] {
  const views = offerViews(lang, offers);
  return offers.flatMap((offer, row) => {
    const view = views[row];
    return view === undefined ? [] : [{ ...view, ...paymentsOf(lang, offer, today) }];
  });
}

function paymentsOf(lang: LocaleCode, offer: Offer, today: Date): Pick<ComparedPlan, "dueToday" | "next"> {
  const money = (amount: number) => formatMoney(lang, { amount, currency: offer.amounts.currency });
  const next = nextPayment(offer, today);
  return {
    dueToday: money(offer.dueToday),
    next: next.kind === "ends" ? undefined : { price: money(next.amount), date: formatDay(lang, next.on) },
  };
}
