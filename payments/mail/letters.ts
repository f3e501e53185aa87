import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { formatCount } from "~/i18n/numbers";
import type { Letter, LetterKind } from "../../mails/letter";
import { renderLetter } from "../../mails/render-letter";
import { wordsIn } from "../../mails/words";
import { planById, type SoldPlan } from "../catalogue/plans";
import { SENDER } from "./sender";

/** A letter as it is put into the mailbox. */
export interface Mail {
  kind: LetterKind;
  language: LocaleCode;
  recipient: string;
  subject: string;
  html: string;
  body: string;
  /** The order it is about, with which it is kept for good. */
  orderId: string | undefined;
}

export function mailOf(lang: LocaleCode, recipient: string, letter: Letter, orderId?: string): Mail {
  const { subject, html, text } = renderLetter(lang, letter, SENDER);
  return { kind: letter.kind, language: lang, recipient, subject, html, body: text, orderId };
}

/** A language as it came; the site's default one where it was not, or is none of the site's. */
export const languageOf = (given: string | null | undefined): LocaleCode =>
  isLocaleCode(given) ? given : DEFAULT_LOCALE;

/** A page's path on the site in a language: the default one has no part in addresses. */
export const pathIn = (lang: LocaleCode, page: string): string =>
  lang === DEFAULT_LOCALE ? `/${page}` : `/${lang}/${page}`;

type Period = Pick<SoldPlan, "interval" | "interval_count">;

/** The length of a plan's period, such as "2 years". */
export const lengthIn = (lang: LocaleCode, { interval, interval_count: count }: Period): string =>
  wordsIn(lang)(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });

/** What a plan is called: by the length of its period. */
export function planIn(lang: LocaleCode, planId: string): string {
  const plan = planById(planId);
  return plan ? lengthIn(lang, plan) : planId;
}

/** How often a plan renews, such as "every 2 years". */
export const everyIn = (lang: LocaleCode, { interval, interval_count: count }: Period): string =>
  count === 1
    ? wordsIn(lang)(`sale:everyOne.${interval}`)
    : wordsIn(lang)(`sale:every.${interval}`, { count, n: formatCount(lang, count) });
