import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { exceptionText, moneyBackPromise } from "./sale-words.server";

/** How a brand's money-back promise is claimed. */
export interface MoneyBackView {
  title: string;
  description: string;
  /** Whom the promise leaves out, and what to do. */
  texts: string[];
  email: string;
}

/** Undefined where the brand promises nothing. */
export function moneyBackView(lang: LocaleCode, { refunds, company }: SellingTerms, email: string) {
  if (refunds === undefined) return undefined;
  const t = translate(lang);
  const seller = company === undefined ? [] : [t("sale:soldBy", { company })];
  return {
    title: moneyBackPromise(lang, refunds),
    description: t("sale:moneyBackPage.description"),
    texts: [...exceptionText(lang, refunds), t("sale:moneyBackPage.how", { email }), ...seller],
    email,
  } satisfies MoneyBackView;
}
