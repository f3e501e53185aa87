import { SAMPLE_USER } from "../../app-link";
import { PLANS } from "../../catalogue/plans";
import { Choice, TextField } from "../../html/fields";
import { Table } from "../../html/table";
import { timeOf } from "../../html/time";
import { ControlDocument } from "../control-document";
import type { SubscriptionRecord } from "./records";

export const STORES = ["app_store", "google_play"] as const;

/** All subscriptions, and a form that gives a user one of an app's store. */
export function SubscriptionsPage({ records }: { records: SubscriptionRecord[] }) {
  return (
    <ControlDocument title="Subscriptions">
      <p>
        For scripts: <a href="/control/subscriptions.json">subscriptions as JSON</a>; the forms take JSON, too.
      </p>
      <Table
        head={["Subscription", "State", "Plan", "Buyer", "Paid until", "Renewals", "Now"]}
        rows={records.map(rowOf)}
      />
      <h2>Give a user one of an app's store</h2>
      <form method="post" action="/control/subscriptions">
        <div className="fields">
          <Choice name="source" label="Store" options={STORES} />
          <Choice name="plan" label="Plan" options={PLANS.map(({ id }) => id)} />
          <TextField name="user_id" label="User" value={String(SAMPLE_USER)} />
        </div>
        <button type="submit" className="main">
          Give it
        </button>
      </form>
    </ControlDocument>
  );
}

const rowOf = (record: SubscriptionRecord) => ({
  key: record.id,
  cells: [
    <a key="order" href={`/control/orders/${record.order_id}`}>
      {record.id}
    </a>,
    record.source === "web" ? record.state : `${record.state} (${record.source})`,
    record.plan_id,
    record.email,
    timeOf(record.ends_at),
    record.charges.map(({ amount, currency, state }) => `${amount} ${currency} ${state}`).join(", "),
    record.state === "active" ? <Steps key="steps" record={record} /> : "",
  ],
});

function Steps({ record: { id, period, source } }: { record: SubscriptionRecord }) {
  return (
    <form method="post" action={`/control/subscriptions/${id}`}>
      <input type="hidden" name="period" value={period + 1} />
      <StepButton action="renew" label="Renew" />
      {source === "web" && <StepButton action="fail" label="Let the renewal fail" />}
      {source === "web" && <StepButton action="announce" label="Announce the next payment" />}
    </form>
  );
}

const StepButton = ({ action, label }: { action: string; label: string }) => (
  <button type="submit" name="action" value={action}>
    {label}
  </button>
);
