import { moneyText } from "../../../payments/html/money-text";
import { Table } from "../../../payments/html/table";
import { Time } from "../../../payments/html/time";
import { AttemptBadge, ChargeBadge, OrderBadge } from "../../html/badge";
import { ControlDocument } from "../control-document";
import type { OrderHistory } from "./history";

interface OrdersPageProps {
  orders: OrderHistory[];
  siteOrigin: string;
  signedLink: string;
}

/** The front page of the sandbox. */
export function OrdersPage({ orders, siteOrigin, signedLink }: OrdersPageProps) {
  return (
    <ControlDocument title="Orders" place="/control">
      <div className="buttons">
        <a className="button main" href={siteOrigin}>
          Open the site
        </a>
        <a className="button" href={signedLink}>
          Open it as the app does
        </a>
        <a className="button" href="/control/orders.json">
          Orders as JSON
        </a>
      </div>
      <Table
        head={["Order", "State", "Plan", "Buyer", "Attempts", "Charges", "Begun"]}
        whole={["Plan", "Begun"]}
        rows={orders.map(orderRow)}
        empty={
          <>
            No orders yet: <a href={siteOrigin}>buy a plan on the site</a>.
          </>
        }
      />
    </ControlDocument>
  );
}

const orderRow = ({ id, state, plan_id, email, attempts, charges, created_at }: OrderHistory) => ({
  key: id,
  cells: [
    <a key="link" className="id" href={`/control/orders/${id}`}>
      {id}
    </a>,
    <OrderBadge key="state" state={state} />,
    plan_id,
    email,
    <div key="attempts" className="badges">
      {attempts.map((attempt) => (
        <AttemptBadge key={attempt.id} state={attempt.state} />
      ))}
    </div>,
    charges.length > 0 && (
      <div key="charges" className="badges">
        {charges.map((charge) => (
          <span key={charge.id}>
            {moneyText(charge)} <ChargeBadge state={charge.state} />
          </span>
        ))}
      </div>
    ),
    <Time key="begun" at={created_at} />,
  ],
});
