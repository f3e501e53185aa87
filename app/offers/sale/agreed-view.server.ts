import { formatDay } from "~/i18n/dates";
import { separatorOf } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, type Money } from "~/i18n/money";
import type { Period } from "~/offers/period";
import { sellingTermsOf, termsAt } from "~/visitor/brand/brands.server";
import type { AgreedView } from "./agreed-list";
import { periodWords, refundTexts } from "./sale-words.server";

/** The next payment, in major units, with the length of each further period where that is known; "none": the plan ends by itself. */
type Next = (Money & { on: string; period: Period | undefined }) | "none";

/** What follows a sale and what it was agreed under. What is undefined is not known, and not shown. */
interface Agreed {
  appType: number;
  /** Where it was bought. */
  country: string | undefined;
  next: Next | undefined;
  /** Where the buyer ends the renewal. */
  cancelAt: string | undefined;
  termsVersion: string | undefined;
  /** Something is paid, today or later: only that can be given back. */
  isPaid: boolean;
}

/** What goes along with a sale for as long as it lasts: on the success page and on every receipt. */
export function agreedView(
  lang: LocaleCode,
  { appType, country, next, cancelAt, termsVersion, isPaid }: Agreed,
): AgreedView {
  const t = translate(lang);
  const renews = next !== undefined && next !== "none";
  const facts = [
    { label: t("sale:agreed.next"), text: next && nextText(lang, next) },
    {
      label: t("sale:agreed.cancel"),
      text: renews && cancelAt ? t("footer:cancel") : undefined,
      at: cancelAt,
    },
    {
      label: t("sale:agreed.terms"),
      text: termsVersion && t("sale:agreed.termsVersion", { version: termsVersion }),
      at: termsVersion && termsAt(appType, termsVersion),
    },
  ].filter(({ text }) => text !== undefined);
  const { refunds, withdrawalDays } = sellingTermsOf(appType);
  return { facts, refunds: refundTexts(lang, { refunds: isPaid ? refunds : undefined, withdrawalDays }, country) };
}

/** What is paid today, and what follows, in a line. */
export const paymentsText = (lang: LocaleCode, today: Money, next: Next): string =>
  [translate(lang)("sale:short.today", { today: formatMoney(lang, today) }), nextText(lang, next)].join(
    separatorOf(lang),
  );

function nextText(lang: LocaleCode, next: Next): string {
  const t = translate(lang);
  if (next === "none") return t("sale:agreed.none");
  const words = { date: formatDay(lang, next.on), price: formatMoney(lang, next) };
  return next.period === undefined
    ? t("sale:agreed.nextOnly", words)
    : t("sale:agreed.nextText", { ...words, every: periodWords(lang).every(next.period) });
}
