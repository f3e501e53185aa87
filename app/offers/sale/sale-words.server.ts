import { formatDay, formatShortDay } from "~/i18n/dates";
import { formatList } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, type Money } from "~/i18n/money";
import { formatCount } from "~/i18n/numbers";
import type { Offer } from "~/offers/offer";
import { type Period, periodView } from "~/offers/period";
import { addDays } from "~/upstream/contract/deadlines";
import { valueIn } from "~/upstream/contract/values/regions";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { firstPeriod, nextPayment, saleKind } from "./sale-kind";

/** Puts periods into words: `length` is "2 years", `every` is "every 2 years", or "every year" for one. */
export function periodWords(lang: LocaleCode) {
  const t = translate(lang);
  return {
    length(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      return t(`pay-plan:${unit}`, { count, n });
    },
    every(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      // Not a plural form: in Russian the form for 1 is also used for 21.
      return count === 1 ? t(`sale:everyOne.${unit}`) : t(`sale:every.${unit}`, { count, n });
    },
  };
}

/** What an offer's messages are filled in with. The last three are about what follows the first period. */
export function saleValues(lang: LocaleCode, offer: Offer, today: string) {
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

/** The price today and what follows, in parts of one line. */
export function shortWords(lang: LocaleCode, offer: Offer, today: string): string[] {
  const t = translate(lang);
  const values = { ...saleValues(lang, offer, today), date: formatShortDay(lang, nextPayment(offer, today).on) };
  const kind = saleKind(offer);
  // What renews for the same price needs no second one.
  const isOtherPrice = kind === "subscription" && offer.renewal !== offer.dueToday;
  return [t("sale:short.today", values), t(`sale:short.${isOtherPrice ? "trial" : kind}`, values)];
}

/** What is paid when; undefined unless a trial becomes a subscription. */
export function trialTimeline(lang: LocaleCode, offer: Offer, today: string) {
  if (saleKind(offer) !== "trial") return undefined;
  const t = translate(lang);
  const values = saleValues(lang, offer, today);
  return [
    { when: t("sale:timeline.today"), amount: values.today },
    { when: values.date, amount: t("sale:timeline.then", values) },
  ];
}

/** That the plan ends by itself, and when; empty where it renews, because the agreement says that. */
export function nextWords(lang: LocaleCode, offer: Offer, today: string): string[] {
  const next = nextPayment(offer, today);
  if (next.kind === "renews") return [];
  const values = { date: formatDay(lang, next.on) };
  return [translate(lang)(saleKind(offer) === "freeTrial" ? "sale:next.freeTrial" : "sale:next.ends", values)];
}

/** A further payment, and what is paid today. */
interface FurtherPayment extends Money {
  on: string;
  period: Period;
  today: Money;
}

/** What renews when for how much, and that it can be cancelled; in sentences. */
export function nextSentences(lang: LocaleCode, kind: "subscription" | "trial", renewal: FurtherPayment): string[] {
  const t = translate(lang);
  const values = {
    today: formatMoney(lang, renewal.today),
    date: formatDay(lang, renewal.on),
    price: formatMoney(lang, renewal),
    every: periodWords(lang).every(renewal.period),
  };
  return [t(kind === "trial" ? "sale:next.trial" : "sale:next.renews", values), cancelByText(lang, renewal.on)];
}

/** The last day on which somebody can cancel and is not charged again. @param chargedOn the day of the next payment */
export const cancelByText = (lang: LocaleCode, chargedOn: string): string =>
  translate(lang)("sale:cancelBy", { date: formatDay(lang, addDays(chargedOn, -1)) });

/**
 * What a brand promises about money back, and the right to withdraw, a sentence each; empty where there is neither.
 * @param country where it is bought: without it no right is told
 */
export function refundTexts(lang: LocaleCode, { refunds, withdrawalDays }: SellingTerms, country?: string): string[] {
  const t = translate(lang);
  const withdrawal = withdrawalText(lang, { withdrawalDays }, country);
  return [
    ...(refunds === undefined
      ? []
      : [t("sale:moneyBack", inDays(lang, refunds.days)), ...exceptionText(lang, refunds)]),
    ...(withdrawal === undefined ? [] : [withdrawal]),
  ];
}

const inDays = (lang: LocaleCode, days: number) => ({ count: days, n: formatCount(lang, days) });

/** The right to withdraw; undefined where the brand's file names none for the country. */
export function withdrawalText(
  lang: LocaleCode,
  { withdrawalDays = {} }: Pick<SellingTerms, "withdrawalDays">,
  country: string | undefined,
): string | undefined {
  const days = valueIn(withdrawalDays, country);
  return days === undefined ? undefined : translate(lang)("sale:withdrawal", inDays(lang, days));
}

/** The promise in few words, with its days. */
export const moneyBackPromise = (lang: LocaleCode, { days }: NonNullable<SellingTerms["refunds"]>): string =>
  translate(lang)("sale:moneyBackPage.promise", { period: periodWords(lang).length({ unit: "day", count: days }) });

/** Whom the promise leaves out, in a sentence; empty where nobody. */
export function exceptionText(lang: LocaleCode, { except }: NonNullable<SellingTerms["refunds"]>): string[] {
  if (except.length === 0) return [];
  const t = translate(lang);
  const list = formatList(
    lang,
    except.map((one) => t(`sale:exceptions.${one}`)),
  );
  return [t("sale:moneyBackExcept", { list })];
}
