import { Table } from "../../html/table";
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
    <ControlDocument title="Orders">
      <p className="note">No money moves. Everything here is kept in the data folder.</p>
      <p>
        <a href={siteOrigin}>The site</a>, <a href={signedLink}>the site as the app opens it</a>,{" "}
        <a href="/control/orders.json">these orders as JSON</a>
      </p>
      <Table head={["Order", "State", "Plan", "Buyer", "Attempts", "Charges"]} rows={orders.map(rowOf)} />
    </ControlDocument>
  );
}

const rowOf = ({ id, state, plan_id, email, attempts, charges }: OrderHistory) => ({
  key: id,
  cells: [
    <a key="link" href={`/control/orders/${id}`}>
      {id}
    </a>,
    state,
    plan_id,
    email,
    attempts.map((attempt) => attempt.state).join(", "),
    charges.map((charge) => `${charge.amount} ${charge.currency} ${charge.state}`).join(", "),
  ],
});
