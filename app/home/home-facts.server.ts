import { joinSentences } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { isMonthsNoticeIn } from "~/offers/sale/agreement.server";
import { featureTexts } from "~/offers/sale/reasons.server";
import { refundTexts } from "~/offers/sale/sale-words.server";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";

/** What a buyer gets in a country, a sentence each: what the brand's file says of every plan, and that it can be ended. */
export function homeFacts(lang: LocaleCode, { appType, brand: { promises } }: Visitor, country: string): string[] {
  const t = translate(lang);
  const selling = sellingTermsOf(appType);
  const areDevicesCounted = selling.features?.devices !== undefined;
  return [
    ...featureTexts(lang, selling),
    ...(promises.includes("allDevices") && !areDevicesCounted ? [t("home:factDevices")] : []),
    joinSentences(lang, refundTexts(lang, { refunds: selling.refunds })),
    isMonthsNoticeIn(selling, country) ? t("sale:cancelAnytime") : t("home:factCancel"),
    ...(promises.includes("helpInLanguage") ? [t("home:factHelp")] : []),
    ...(selling.company === undefined ? [] : [t("sale:soldBy", { company: selling.company })]),
  ].filter((fact) => fact !== "");
}
