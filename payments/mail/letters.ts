import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { formatCount } from "~/i18n/numbers";
import type { Letter } from "../../mails/letter";
import { wordsIn } from "../../mails/words";
import { type Sold, soldIn } from "../catalogue/sold";

/** A letter as it is written. */
export interface Mail {
  language: LocaleCode;
  recipient: string;
  letter: Letter;
  /** The order it is about, with which it is kept for good. */
  orderId: string | undefined;
}

export const mailOf = (language: LocaleCode, recipient: string, letter: Letter, orderId?: string): Mail => ({
  language,
  recipient,
  letter,
  orderId,
});

/** A language as it came; the site's default one where it was not, or is none of the site's. */
export const languageOf = (given: string | null | undefined): LocaleCode =>
  isLocaleCode(given) ? given : DEFAULT_LOCALE;

/** A page's path on the site in a language: the default one has no part in addresses. */
export const pathIn = (lang: LocaleCode, page: string): string =>
  lang === DEFAULT_LOCALE ? `/${page}` : `/${lang}/${page}`;

type Period = Pick<Sold, "interval" | "interval_count">;

/** The length of a plan's period, such as "2 years". */
export const lengthIn = (lang: LocaleCode, { interval, interval_count: count }: Period): string =>
  wordsIn(lang)(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });

/** What a plan is called that was sold: by the length of its period. */
export const planIn = (lang: LocaleCode, row: { sold: string }): string => lengthIn(lang, soldIn(row));

/** How often a plan renews, such as "every 2 years". */
export const everyIn = (lang: LocaleCode, { interval, interval_count: count }: Period): string =>
  count === 1
    ? wordsIn(lang)(`sale:everyOne.${interval}`)
    : wordsIn(lang)(`sale:every.${interval}`, { count, n: formatCount(lang, count) });
