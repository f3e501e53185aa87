import { useTranslation } from "react-i18next";
import type { SummaryView } from "~/offers/sale/summary-view.server";

/** On narrow screens, always in sight until the order is: what is due today, and the way to the order. It orders nothing. */
export function PayBar({ dueToday }: SummaryView) {
  const { t } = useTranslation(["payment", "pay-plan"]);
  return (
    <p className="pay-bar">
      <span>
        {t("pay-plan:lines.dueToday")} <b>{dueToday}</b>
      </span>{" "}
      <a className="button" href="#quote">
        {t("payment:review")}
      </a>
    </p>
  );
}
