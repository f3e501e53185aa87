import { useTranslation } from "react-i18next";
import type { SummaryView } from "~/offers/sale/summary-view.server";

/** On narrow screens, always in sight until the order is: what is due today, and the way to the order. It orders nothing. */
export function PayBar({ dueToday, lines }: SummaryView) {
  const { t } = useTranslation("payment");
  return (
    <p className="pay-bar">
      <span>
        {lines.find(({ kind }) => kind === "dueToday")?.label} <b>{dueToday}</b>
      </span>{" "}
      <a className="button" href="#quote">
        {t("review")}
      </a>
    </p>
  );
}
