import { moneyText } from "../../../payments/html/money-text";
import { Table } from "../../../payments/html/table";
import { Time } from "../../../payments/html/time";
import { SAMPLE_USER } from "../../../payments/links/app-link";
import { SANDBOX_CATALOGUE } from "../../catalogue";
import { Badge, ChargeBadge, SubscriptionBadge } from "../../html/badge";
import { ControlDocument } from "../control-document";
import { Choice, TextField } from "../fields";
import type { SubscriptionRecord } from "./records";

export const STORES = ["app_store", "google_play"] as const;

interface SubscriptionsPageProps {
  records: SubscriptionRecord[];
  siteOrigin: string;
}

/** All subscriptions, and a form that gives a user one of an app's store. */
export function SubscriptionsPage({ records, siteOrigin }: SubscriptionsPageProps) {
  return (
    <ControlDocument title="Subscriptions" place="/control/subscriptions">
      <p className="lead">
        For scripts: <a href="/control/subscriptions.json">subscriptions as JSON</a>; the forms take JSON, too.
      </p>
      <Table
        head={["Subscription", "State", "Plan", "Buyer", "Paid until", "Renewals", "Now"]}
        whole={["Plan"]}
        rows={records.map(subscriptionRow)}
        empty={
          <>
            No subscriptions yet: <a href={siteOrigin}>buy a plan that renews on the site</a>, or give a user one below.
          </>
        }
      />
      <form className="card stack" method="post" action="/control/subscriptions">
        <h2>Give a user one of an app's store</h2>
        <div className="fields">
          <Choice name="source" label="Store" options={STORES} />
          <Choice name="plan" label="Plan" options={SANDBOX_CATALOGUE.plans.map(({ id }) => id)} />
          <TextField name="user_id" label="User" value={String(SAMPLE_USER)} />
        </div>
        <div className="buttons">
          <button type="submit" className="main">
            Give it
          </button>
        </div>
      </form>
    </ControlDocument>
  );
}

const subscriptionRow = (record: SubscriptionRecord) => ({
  key: record.id,
  cells: [
    <a key="order" className="id" href={`/control/orders/${record.order_id}`}>
      {record.id}
    </a>,
    <div key="state" className="badges">
      <SubscriptionBadge state={record.state} />
      {record.source !== "web" && <Badge tone="quiet" word={record.source} />}
    </div>,
    record.plan_id,
    record.email,
    <Time key="ends" at={record.ends_at} />,
    record.charges.length > 0 && <Renewals key="renewals" charges={record.charges} />,
    record.state === "active" ? <Steps key="steps" record={record} /> : "",
  ],
});

const Renewals = ({ charges }: Pick<SubscriptionRecord, "charges">) => (
  <div className="badges">
    {charges.map((charge) => (
      <span key={charge.period}>
        {moneyText(charge)} <ChargeBadge state={charge.state} />
        {charge.given_back > 0 && <> {moneyText({ ...charge, amount: charge.given_back })} given back</>}
      </span>
    ))}
  </div>
);

function Steps({ record: { id, period, source } }: { record: SubscriptionRecord }) {
  return (
    <form className="buttons" method="post" action={`/control/subscriptions/${id}`}>
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
