import { formatList } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatCount } from "~/i18n/numbers";
import type { SellingTerms } from "~/visitor/brand/brands.server";

/** What a brand promises about money back, a sentence each; empty where it promises nothing. */
export function refundTexts(lang: LocaleCode, { refunds, withdrawalDays }: SellingTerms): string[] {
  const t = translate(lang);
  const within = (days: number) => ({ count: days, n: formatCount(lang, days) });
  return [
    ...(refunds === undefined
      ? []
      : [t("sale:moneyBack", within(refunds.days)), ...exceptionText(lang, refunds.except)]),
    ...(withdrawalDays === undefined ? [] : [t("sale:withdrawal", within(withdrawalDays))]),
  ];
}

function exceptionText(lang: LocaleCode, except: NonNullable<SellingTerms["refunds"]>["except"]): string[] {
  if (except.length === 0) return [];
  const t = translate(lang);
  const list = formatList(
    lang,
    except.map((one) => t(`sale:exceptions.${one}`)),
  );
  return [t("sale:moneyBackExcept", { list })];
}
