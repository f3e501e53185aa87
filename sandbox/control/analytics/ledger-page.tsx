import { moneyText } from "../../../payments/html/money-text";
import { Table } from "../../../payments/html/table";
import { Time } from "../../../payments/html/time";
import type { LedgerLine, LedgerSum } from "../../analytics/ledger";
import { Badge } from "../../html/badge";
import { ControlDocument } from "../control-document";

interface LedgerPageProps {
  /** Newest first. */
  lines: LedgerLine[];
  sums: LedgerSum[];
  /** pay_result events that tell of no order that was ever done. */
  stray: number;
  siteOrigin: string;
}

export function LedgerPage({ lines, sums, stray, siteOrigin }: LedgerPageProps) {
  const orders = sums.reduce((sum, one) => sum + one.orders, 0);
  return (
    <ControlDocument title="Ledger" place="/control/ledger">
      <p className="lead">
        One conversion for each order that was done, with the affiliate network that sent the buyer, where one did. One
        pay_result event should have come of each. <a href="/control/ledger.json">As JSON</a>,{" "}
        <a href="/control/ledger.csv">as CSV</a>
      </p>
      {stray > 0 && <p className="note">{stray} pay_result events tell of no order that was ever done.</p>}
      <Table
        head={["Network", "Orders", "Refunded", "pay_result once", "Never", "More than once"]}
        rows={sums.map(sumRow)}
        empty="Nothing to count yet."
      />
      <h2>Orders</h2>
      {orders > lines.length && (
        <p className="note">
          The newest {lines.length} of {orders.toLocaleString("en")}; the JSON and the CSV have all.
        </p>
      )}
      <Table
        head={["Order", "When", "Plan", "Provider", "Amount", "Country", "Network", "Click", "Browser", "pay_result"]}
        whole={["Plan", "Network", "Browser"]}
        rows={lines.map(lineRow)}
        empty={
          <>
            No order is done yet: <a href={siteOrigin}>buy a plan on the site</a> and approve its payment.
          </>
        }
      />
    </ControlDocument>
  );
}

const sumRow = ({ network, ...counts }: LedgerSum) => ({
  key: network ?? "",
  cells: [
    network ?? "none",
    ...[counts.orders, counts.refunded, counts.once, counts.never, counts.more].map((count) =>
      count.toLocaleString("en"),
    ),
  ],
});

const lineRow = (line: LedgerLine) => ({
  key: line.order_id,
  cells: [
    <a key="order" className="id" href={`/control/orders/${line.order_id}`}>
      {line.order_id}
    </a>,
    <Time key="when" at={line.at} />,
    line.plan_id,
    line.provider ?? "nothing due",
    `${moneyText(line)}${line.refunded_at === null ? "" : ", refunded"}`,
    line.country_code,
    line.network ?? "none",
    line.click,
    line.front_id && (
      <a key="browser" href={`/control/events?live=off&front_id=${encodeURIComponent(line.front_id)}`}>
        {line.front_id.slice(0, 8)}
      </a>
    ),
    <PayResults key="told" count={line.pay_results} />,
  ],
});

function PayResults({ count }: { count: number }) {
  if (count === 0) return <Badge tone="waiting" word="none" />;
  return count === 1 ? <Badge tone="good" word="exactly one" /> : <Badge tone="bad" word={`${count}, too many`} />;
}
