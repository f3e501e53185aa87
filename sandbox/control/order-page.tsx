import { Document } from "../html/document";
import type { OrderHistory } from "./history";

interface OrderProps {
  order: OrderHistory;
}

export function OrderPage({ order }: OrderProps) {
  const isRefundable = order.state === "done" || order.state === "review";
  return (
    <Document title={`Order ${order.id}`} isWide>
      <p>
        <a href="/control">All orders</a>
      </p>
      <h1>Order {order.id}</h1>
      <Facts order={order} />
      {isRefundable && (
        <form method="post" action={`/control/orders/${order.id}/refund`}>
          <button type="submit">Refund all charges</button>
        </form>
      )}
      <h2>Attempts</h2>
      <ul>
        {order.attempts.map(({ id, provider, state, bucket, amount, currency, coupon_id, hold }) => (
          <li key={id}>
            {[id, provider ?? "no provider", state, bucket, `${amount} ${currency}`, coupon_id, hold]
              .filter(Boolean)
              .join(" · ")}
          </li>
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
    </Document>
  );
}

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
      <dt>Affiliate</dt>
      <dd>{order.attribution ?? "none"}</dd>
      <dt>Grants</dt>
      <dd>{order.grants.map(({ ends_at }) => `until ${timeOf(ends_at)}`).join(", ") || "none"}</dd>
    </dl>
  );
}

function Events({ order }: OrderProps) {
  return (
    <>
      <h2>Events</h2>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Detail</th>
            </tr>
          </thead>
          <tbody>
            {order.events.map(({ seq, at, type, detail }) => (
              <tr key={seq}>
                <td>{timeOf(at)}</td>
                <td>{type}</td>
                <td>
                  <code>{detail}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
