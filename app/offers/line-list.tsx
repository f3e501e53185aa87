import { useTranslation } from "react-i18next";
import type { LineView } from "./line-views";
import { usePeriodText } from "./period-text";

/** What an order costs, line by line; `coupon` names the one whose line is among them. Needs the messages of pay-plan. */
export function LineList({ lines, coupon }: { lines: readonly LineView[]; coupon?: string | undefined }) {
  return (
    <dl className="lines">
      {lines.map((line) => (
        <div key={line.kind} className={`line line-${line.kind}`}>
          <dt>
            <LineLabel line={line} />
            {line.kind === "coupon" && coupon !== undefined && (
              <span className="code">
                <bdi>{coupon}</bdi>
              </span>
            )}
          </dt>
          <dd>
            <bdi>{line.amount}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LineLabel({ line }: { line: LineView }) {
  const { t } = useTranslation("pay-plan");
  const period = usePeriodText();
  const { kind } = line;
  return (
    <>{line.period === undefined ? t(`lines.${kind}`) : t("lines.trialOf", { period: period.length(line.period) })}</>
  );
}
