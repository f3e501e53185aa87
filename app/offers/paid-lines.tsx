import { useTranslation } from "react-i18next";
import { LineList } from "./line-list";
import type { PaidView } from "./paid-view";

interface Props {
  paid: PaidView;
  /** What the total is called. */
  label: string;
  coupon?: string | undefined;
}

/** What was paid, ending with the total and the tax in it. Needs the messages of pay-plan. */
export function PaidLines({ paid, label, coupon }: Props) {
  const { t } = useTranslation("pay-plan");
  return (
    <div className="paid-lines">
      {paid.lines.length > 0 && <LineList lines={paid.lines} coupon={coupon} />}
      <dl className="lines">
        <Line kind="dueToday" label={label} text={paid.total} />
        {paid.tax !== undefined && <Line kind="tax" label={t("lines.tax")} text={paid.tax} />}
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
