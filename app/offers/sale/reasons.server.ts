import { joinSentences } from "~/i18n/lists";
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

/** Only what the brand's file says is answered. @param country whose prices the page shows */
export function questionsOf(
  lang: LocaleCode,
  selling: SellingTerms,
  supportEmail: string,
  country?: string,
): QuestionsView {
  const t = translate(lang);
  const refunds = refundTexts(lang, selling, country);
  const { replyHours } = selling;
  const reply = replyHours && t("sale:questions.reply", { count: replyHours, n: formatCount(lang, replyHours) });
  const questions = [
    { question: t("sale:questions.card"), answer: t("sale:questions.cardText") },
    ...(refunds.length > 0
      ? [{ question: t("sale:questions.refund"), answer: joinSentences(lang, refunds), ...wayToRefund(lang, selling) }]
      : []),
    {
      question: t("sale:questions.cancel"),
      answer: t(isMonthsNoticeIn(selling, country) ? "sale:questions.cancelNotice" : "sale:questions.cancelPlain"),
      link: { to: paths.cancel(lang), text: t("sale:questions.cancelLink") },
    },
    {
      question: t("sale:questions.help"),
      answer: joinSentences(lang, [t("sale:questions.helpText", { email: supportEmail }), ...(reply ? [reply] : [])]),
    },
  ];
  return { heading: t("sale:questions.heading"), questions };
}

function wayToRefund(lang: LocaleCode, { refunds }: SellingTerms): Pick<Question, "link"> {
  if (refunds === undefined) return {};
  return { link: { to: paths.moneyBack(lang), text: translate(lang)("sale:moneyBackPage.title") } };
}
