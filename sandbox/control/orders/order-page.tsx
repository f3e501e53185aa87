import { Table } from "../../html/table";
import { timeOf } from "../../html/time";
import { ControlDocument } from "../control-document";
import type { OrderHistory } from "./history";

interface OrderProps {
  order: OrderHistory;
}

export function OrderPage({ order }: OrderProps) {
  const isRefundable = order.state === "done" || order.state === "review";
  return (
    <ControlDocument title={`Order ${order.id}`}>
      <Facts order={order} />
      {isRefundable && (
        <form method="post" action={`/control/orders/${order.id}/refund`}>
          <button type="submit">Refund all charges</button>
        </form>
      )}
      <h2>Attempts</h2>
      <ul>
        {order.attempts.map((attempt) => (
          <li key={attempt.id}>{attemptText(attempt)}</li>
        ))}
      </ul>
      <h2>Charges</h2>
      <ul>
        {order.charges.map(({ id, amount, currency, state }) => (
          <li key={id}>
            {id} · {amount} {currency} · {state}
          </li>
        ))}
      </ul>
      <Events order={order} />
    </ControlDocument>
  );
}

const attemptText = (attempt: OrderHistory["attempts"][number]): string => {
  const { id, provider, state, bucket, amount, currency, coupon_id, hold, trial_days, renewal_amount } = attempt;
  const trial = trial_days && `trial of ${trial_days} days`;
  const later = renewal_amount === null ? "nothing later" : `${renewal_amount} ${currency} for each later period`;
  const told = [id, provider ?? "no provider", state, bucket, `${amount} ${currency}`, coupon_id, hold, trial, later];
  return told.filter(Boolean).join(" · ");
};

function Facts({ order }: OrderProps) {
  return (
    <dl>
      <dt>State</dt>
      <dd>{order.state}</dd>
      <dt>Buyer</dt>
      <dd>{order.email}</dd>
      <dt>Plan and country</dt>
      <dd>
        {order.plan_id}, {order.country_code}
      </dd>
      <dt>Language</dt>
      <dd>{order.language ?? "not told"}</dd>
      <dt>Terms agreed to</dt>
      <dd>{order.terms_version ?? "not told"}</dd>
      <dt>Affiliate</dt>
      <dd>{order.attribution ?? "none"}</dd>
      <dt>Conversion</dt>
      <dd>{order.conversions.map(conversionText).join(", ") || "none"}</dd>
      <dt>Grants</dt>
      <dd>{order.grants.map(({ ends_at }) => `until ${timeOf(ends_at)}`).join(", ") || "none"}</dd>
    </dl>
  );
}

const conversionText = ({ amount, currency, at, refunded_at }: OrderHistory["conversions"][number]): string =>
  `${amount} ${currency} at ${timeOf(at)}${refunded_at === null ? "" : `, refunded at ${timeOf(refunded_at)}`}`;

function Events({ order }: OrderProps) {
  const rows = order.events.map(({ seq, at, type, detail }) => ({
    key: seq,
    cells: [timeOf(at), type, <code key="detail">{detail}</code>],
  }));
  return (
    <>
      <h2>Events</h2>
      <Table head={["When", "What", "Detail"]} rows={rows} />
    </>
  );
}
