import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { exceptionText, moneyBackPromise } from "./sale-words.server";

/** How a brand's money-back promise is claimed. */
export interface MoneyBackView {
  title: string;
  description: string;
  /** Whom the promise leaves out, and what to do. */
  texts: string[];
  /** The page on which buyers get it themselves; missing where they write an e-mail. */
  claim?: { at: string; text: string } | undefined;
  email: string;
}

interface Ways {
  /** For so many days the payments API gives it back online. */
  onlineDays: number;
  email: string;
}

/** Undefined where the brand promises nothing. */
export function moneyBackView(lang: LocaleCode, { refunds, company }: SellingTerms, { onlineDays, email }: Ways) {
  if (refunds === undefined) return undefined;
  const isOnline = onlineDays >= refunds.days;
  const t = translate(lang);
  const seller = company === undefined ? [] : [t("sale:soldBy", { company })];
  return {
    title: moneyBackPromise(lang, refunds),
    description: t("sale:moneyBackPage.description"),
    texts: [
      ...exceptionText(lang, refunds),
      isOnline ? t("sale:moneyBackPage.howOnline") : t("sale:moneyBackPage.how", { email }),
      ...seller,
    ],
    claim: isOnline ? { at: paths.withdraw(lang), text: t("sale:moneyBackPage.claim") } : undefined,
    email,
  } satisfies MoneyBackView;
}
