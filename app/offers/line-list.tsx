import type { BillView, LineView } from "./sale/line-views.server";

/** What an order costs, line by line; `coupon` is the code of the coupon line. */
export function LineList({ lines, coupon }: { lines: readonly LineView[]; coupon?: string | undefined }) {
  return (
    <dl className="lines">
      {lines.map((line) => (
        <div key={line.kind} className={`line line-${line.kind}`}>
          <dt>
            {line.label}
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

interface Props {
  bill: BillView;
  /** The label of the total. */
  label: string;
  coupon?: string | undefined;
}

/** A bill, ending with the total and the tax in it. */
export function BillLines({ bill, label, coupon }: Props) {
  return (
    <div className="bill-lines">
      {bill.lines.length > 0 && <LineList lines={bill.lines} coupon={coupon} />}
      <dl className="lines">
        <Line kind="dueToday" label={label} text={bill.total} />
        {bill.tax !== undefined && <Line kind="tax" label={bill.tax.label} text={bill.tax.amount} />}
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
