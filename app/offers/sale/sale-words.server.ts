import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import type { Offer } from "~/offers/offer";
import { periodWords } from "./period-words.server";
import { firstPeriod, nextPayment, saleKind } from "./sale-kind";

/** What an offer's messages are filled in with. The last three are about what follows the first period. */
export function saleValues(lang: LocaleCode, offer: Offer, today: Date) {
  const { length, every } = periodWords(lang);
  const money = (amount: number) => formatMoney(lang, { amount, currency: offer.amounts.currency });
  return {
    period: length(firstPeriod(offer)),
    today: money(offer.dueToday),
    date: formatDay(lang, nextPayment(offer, today).on),
    price: money(offer.renewal),
    every: every(offer.period),
  };
}

/** What follows the first period, in sentences. */
export function nextWords(lang: LocaleCode, offer: Offer, today: Date): string[] {
  const t = translate(lang);
  const values = saleValues(lang, offer, today);
  switch (saleKind(offer)) {
    case "once":
      return [t("sale:next.ends", values)];
    case "freeTrial":
      return [t("sale:next.freeTrial", values)];
    case "subscription":
      return [t("sale:next.renews", values), t("sale:cancelAnytime")];
    case "trial":
      return [t("sale:next.trial", values), t("sale:cancelAnytime")];
  }
}

/** What the buyer agrees to by pressing the button, apart from the general terms. */
export const agreementWords = (lang: LocaleCode, offer: Offer, today: Date): string =>
  translate(lang)(`sale:agreement.${saleKind(offer)}`, saleValues(lang, offer, today));
