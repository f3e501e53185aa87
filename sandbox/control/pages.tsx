import { Document } from "../html/document";
import type { Settings } from "../store/settings";
import type { OrderHistory } from "./history";

export interface ControlPageProps {
  orders: OrderHistory[];
  settings: Settings;
  siteOrigin: string;
  signedLink: string;
}

export function ControlPage({ orders, settings, siteOrigin, signedLink }: ControlPageProps) {
  return (
    <Document title="Sandbox control" isWide>
      <h1>Sandbox payments API</h1>
      <p className="note">No money moves. Everything here is kept in the data folder.</p>
      <p>
        <a href={siteOrigin}>The site</a>, <a href={signedLink}>the site as the app opens it</a>,{" "}
        <a href="/openapi.json">OpenAPI description</a>, <a href="/control/orders.json">orders as JSON</a>,{" "}
        <a href="/control/app-purchases">a purchase in an app</a>
      </p>
      <SettingsForm settings={settings} />
      <h2>Orders, newest first</h2>
      <OrderTable orders={orders} />
    </Document>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  return (
    <form method="post" action="/control/settings">
      <h2>Settings</h2>
      <div className="outcome">
        <label>
          Country of unknown addresses
          <input name="default_country" defaultValue={settings.default_country} pattern="([A-Z]{2})?" size={4} />
        </label>
        <label>
          Orders live for seconds
          <input
            name="order_lifetime_seconds"
            type="number"
            min="1"
            max="86400"
            defaultValue={settings.order_lifetime_seconds}
          />
        </label>
        <label>
          Keep paid orders waiting for their grant
          <select name="hold_grants" defaultValue={settings.hold_grants ? "on" : "off"}>
            <option>off</option>
            <option>on</option>
          </select>
        </label>
        <button type="submit">Save</button>
      </div>
    </form>
  );
}

function OrderTable({ orders }: { orders: OrderHistory[] }) {
  if (orders.length === 0) return <p>None yet.</p>;
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">State</th>
            <th scope="col">Plan</th>
            <th scope="col">Buyer</th>
            <th scope="col">Attempts</th>
            <th scope="col">Charges</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <a href={`/control/orders/${order.id}`}>{order.id}</a>
              </td>
              <td>{order.state}</td>
              <td>{order.plan_id}</td>
              <td>{order.email}</td>
              <td>{order.attempts.map(({ state }) => state).join(", ")}</td>
              <td>{order.charges.map(({ amount, currency, state }) => `${amount} ${currency} ${state}`).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
