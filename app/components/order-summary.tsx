import { useTranslation } from "react-i18next";
import type { SummaryView } from "~/checkout/offer-view";
import { usePeriodText } from "./period-text";

/** What is bought, what is due today, and what renews when for how much. */
export function OrderSummary({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("checkout");
  const period = usePeriodText();
  return (
    <>
      <h2>{t("summary")}</h2>
      <p className="summary-plan">{period.length(summary.period)}</p>
      <dl className="lines">
        {summary.items.map((item) => (
          <div key={item.kind} className={`line line-${item.kind}`}>
            <dt>
              {item.period === undefined ? t(labelOf(item.kind)) : t("trial", { period: period.length(item.period) })}
            </dt>
            <dd>
              <bdi>{item.amount}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Renewal renewal={summary.renewal} />
    </>
  );
}

type PlainLine = Exclude<SummaryView["items"][number]["kind"], "trial">;

const labelOf = (kind: SummaryView["items"][number]["kind"]): PlainLine => (kind === "trial" ? "dueToday" : kind);

function Renewal({ renewal }: { renewal: SummaryView["renewal"] }) {
  const { t } = useTranslation("checkout");
  const period = usePeriodText();
  const words = { date: renewal.date, price: renewal.price, every: period.every(renewal.period) };
  return (
    <div className="renewal">
      <p>{renewal.isAfterTrial ? t("renewsAfterTrial", words) : t("renews", words)}</p>
      <p>{t("cancelAnytime")}</p>
      <p>{t("taxIncluded")}</p>
    </div>
  );
}
