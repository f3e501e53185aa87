import { formatList, joinSentences } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatCount } from "~/i18n/numbers";
import { paths } from "~/paths";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { isMonthsNoticeIn } from "./agreement.server";
import { refundTexts } from "./sale-words.server";

const MOST_FEATURES = 3;

/** What every plan has, as the brand's file says it; empty where it says nothing. */
export function featureTexts(lang: LocaleCode, { features = {} }: SellingTerms): string[] {
  const t = translate(lang);
  const { devices, countries, noLogs, allApps } = features;
  const counted = (count: number) => ({ count, n: formatCount(lang, count) });
  return [
    devices && t("sale:features.devices", counted(devices)),
    countries && t("sale:features.countries", counted(countries)),
    noLogs && t("sale:features.noLogs"),
    allApps && t("sale:features.allApps"),
  ]
    .filter((text) => typeof text === "string")
    .slice(0, MOST_FEATURES);
}

/** What a buyer may ask before they pay. */
interface Question {
  question: string;
  answer: string;
  link?: { to: string; text: string };
}

/** Questions with the heading above them. */
export interface QuestionsView {
  heading: string;
  questions: Question[];
}

/** What a page knows of the sale, beside the brand's file. */
interface SaleFacts {
  /** Whose prices it shows. */
  country?: string;
  /** The companies that take the payment, one for each way to pay on offer; undefined where one is not named. */
  partners?: readonly (string | undefined)[];
  /** The payments API ends subscriptions, so that the site can. */
  isCancelledHere?: boolean;
}

/** Only what the brand's file says is answered. */
export function questionsOf(
  lang: LocaleCode,
  selling: SellingTerms,
  supportEmail: string,
  { country, partners = [], isCancelledHere = false }: SaleFacts = {},
): QuestionsView {
  const t = translate(lang);
  const refunds = refundTexts(lang, selling, country);
  const { replyHours } = selling;
  const reply = replyHours && t("sale:questions.reply", { count: replyHours, n: formatCount(lang, replyHours) });
  const questions = [
    { question: t("sale:questions.card"), answer: cardText(lang, partners) },
    ...(refunds.length > 0
      ? [{ question: t("sale:questions.refund"), answer: joinSentences(lang, refunds), ...wayToRefund(lang, selling) }]
      : []),
    {
      question: t("sale:questions.cancel"),
      answer: cancelText(lang, isMonthsNoticeIn(selling, country), isCancelledHere),
      link: { to: paths.cancel(lang), text: t("sale:questions.cancelLink") },
    },
    {
      question: t("sale:questions.help"),
      answer: joinSentences(lang, [t("sale:questions.helpText", { email: supportEmail }), ...(reply ? [reply] : [])]),
    },
  ];
  return { heading: t("sale:questions.heading"), questions };
}

/** Where a renewed plan can be ended with a month's notice, it need not run to the end of what is paid. */
function cancelText(lang: LocaleCode, hasMonthsNotice: boolean, isCancelledHere: boolean): string {
  const t = translate(lang);
  if (hasMonthsNotice) return t("sale:questions.cancelNotice");
  return isCancelledHere ? t("sale:questions.cancelText") : t("sale:questions.cancelPlain");
}

function wayToRefund(lang: LocaleCode, { refunds }: SellingTerms): Pick<Question, "link"> {
  if (refunds === undefined) return {};
  return { link: { to: paths.moneyBack(lang), text: translate(lang)("sale:moneyBackPage.title") } };
}

/** Names the companies where all of them are known. */
function cardText(lang: LocaleCode, partners: readonly (string | undefined)[]): string {
  const t = translate(lang);
  const named = partners.filter((partner) => partner !== undefined);
  if (named.length === 0 || named.length < partners.length) return t("sale:questions.cardText");
  return t("sale:questions.cardNamed", { partners: formatList(lang, [...new Set(named)]) });
}
