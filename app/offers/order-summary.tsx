import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LineList } from "./line-list";
import type { SummaryView } from "./offer-view";
import { usePeriodText } from "./period-text";

/** The plan, the price today, `children` (such as the coupon field), and the next payment. */
export function OrderSummary({ summary, children }: { summary: SummaryView; children?: ReactNode }) {
  const { t } = useTranslation("checkout");
  const period = usePeriodText();
  const isTaxShown = summary.lines.some(({ kind }) => kind === "tax");
  return (
    <>
      <h2>{t("summary")}</h2>
      <p className="summary-plan">{period.length(summary.period)}</p>
      <LineList lines={summary.lines} coupon={summary.coupon} />
      {children}
      <div className="renewal">
        <Next next={summary.next} />
        {!isTaxShown && !summary.isFree && <p>{t("taxIncluded")}</p>}
      </div>
    </>
  );
}

function Next({ next }: { next: SummaryView["next"] }) {
  const { t } = useTranslation("checkout");
  const period = usePeriodText();
  if (next.kind === "ends") return <p>{t("ends", { date: next.date })}</p>;
  const words = { date: next.date, price: next.price, every: period.every(next.period) };
  return (
    <>
      <p>{t(next.kind, words)}</p>
      <p>{t("cancelAnytime")}</p>
    </>
  );
}
