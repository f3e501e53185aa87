import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { SummaryView } from "~/offers/summary-view";

/** Title and description of a checkout, by the plan where one was asked for. */
export function checkoutMeta(lang: LocaleCode, planId: string | undefined, summary: SummaryView | undefined) {
  const t = translate(lang);
  const description = t("payment:description");
  if (summary === undefined) return { title: t("global:errorPage.planNotFoundTitle"), description };
  if (planId === undefined) return { title: t("payment:title"), description };
  const { unit, count, n } = summary.period;
  return { title: t("payment:titleWithPlan", { period: t(`pay-plan:${unit}`, { count, n }) }), description };
}
