import { useTranslation } from "react-i18next";
import { usePeriodText } from "./period";
import type { BillView, LineView } from "./sale/line-views.server";

/** What an order costs, line by line; `coupon` is the code of the coupon line. Lines without labels need the namespace pay-plan. */
export function LineList({ lines, coupon }: { lines: readonly LineView[]; coupon?: string | undefined }) {
  return (
    <dl className="lines">
      {lines.map((line) => (
        <div key={line.kind} className={`line line-${line.kind}`}>
          <dt>
            {line.label ?? <LineLabel line={line} />}
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

interface Props {
  bill: BillView;
  /** The label of the total. */
  label: string;
  coupon?: string | undefined;
}

/** A bill, ending with the total and the tax in it. Needs the messages of pay-plan. */
export function BillLines({ bill, label, coupon }: Props) {
  const { t } = useTranslation("pay-plan");
  return (
    <div className="bill-lines">
      {bill.lines.length > 0 && <LineList lines={bill.lines} coupon={coupon} />}
      <dl className="lines">
        <Line kind="dueToday" label={label} text={bill.total} />
        {bill.tax !== undefined && <Line kind="tax" label={bill.tax.label ?? t("lines.tax")} text={bill.tax.amount} />}
      </dl>
    </div>
  );
}

function Line({ kind, label, text }: { kind: "dueToday" | "tax"; label: string; text: string }) {
  return (
    <div className={`line line-${kind}`}>
      <dt>{label}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
