import { type Fact, Facts } from "../../../payments/html/facts";
import { moneyText } from "../../../payments/html/money-text";
import { Empty } from "../../../payments/html/table";
import { shownTime, Time } from "../../../payments/html/time";
import { type Agreed, agreedWith } from "../../../payments/orders/agreed";
import { AttemptBadge, Badge, ChargeBadge, OrderBadge } from "../../html/badge";
import { ControlDocument } from "../control-document";
import type { OrderHistory } from "./history";
import { Timeline } from "./timeline";

interface OrderProps {
  order: OrderHistory;
}

interface OrderPageProps extends OrderProps {
  /** Milliseconds since 1970: decides whether paid time is running. */
  now: number;
}

export function OrderPage({ order, now }: OrderPageProps) {
  return (
    <ControlDocument title="Order" place="/control">
      <div className="order">
        <Summary order={order} />
        <section className="card order-story">
          <h2>What happened</h2>
          <Timeline order={order} />
        </section>
        <div className="order-parts">
          <Attempts order={order} />
          <Charges order={order} />
          <Grants order={order} now={now} />
          <Declarations order={order} />
          <Letters order={order} />
          <Sooner order={order} />
          <Refund order={order} />
        </div>
      </div>
    </ControlDocument>
  );
}

function Summary({ order }: OrderProps) {
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="id">{order.id}</h2>
        <OrderBadge state={order.state} />
      </div>
      <Facts
        facts={[
          [
            "Buyer",
            <a key="mail" href={`/control/mailbox?${new URLSearchParams({ to: order.email })}`}>
              {order.email}
            </a>,
          ],
          ["Plan", order.plan_id],
          ["Country", order.country_code],
          ["Network's country", order.network_country ?? "not known"],
          ["Language", order.language ?? "not told"],
          ["Time zone", order.time_zone ?? "not told"],
          ["Terms", order.terms_version ?? "not told"],
          ["Begun", <Time key="begun" at={order.created_at} />],
          ["Affiliate", order.attribution ?? "none"],
          ["Conversion", order.conversions.map(conversionText).join(", ") || "none"],
        ]}
      />
    </section>
  );
}

const conversionText = ({ amount, currency, at, refunded_at }: OrderHistory["conversions"][number]): string =>
  `${moneyText({ amount, currency })} at ${shownTime(at)}${refunded_at === null ? "" : `, refunded at ${shownTime(refunded_at)}`}`;

function Refund({ order: { id, state } }: OrderProps) {
  if (state !== "done" && state !== "review") return null;
  return (
    <form className="card stack" method="post" action={`/control/orders/${id}/refund`}>
      <p>Gives back all that was taken, for renewals too, and ends the subscription.</p>
      <div className="buttons">
        <button type="submit">Refund all charges</button>
      </div>
    </form>
  );
}

function Sooner({ order: { id, state } }: OrderProps) {
  if (state !== "open" && state !== "paying" && state !== "expired") return null;
  return (
    <form className="card stack" method="post" action={`/control/orders/${id}/report`}>
      <p>What is still to come happens at once.</p>
      <div className="buttons">
        <button type="submit">The provider reports now</button>
        {state !== "expired" && (
          <button type="submit" formAction={`/control/orders/${id}/expire`}>
            The time to pay is over
          </button>
        )}
      </div>
    </form>
  );
}

function Attempts({ order: { attempts } }: OrderProps) {
  return (
    <section>
      <h2>Attempts</h2>
      <ul className="cards">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="card stack">
            <div className="card-head">
              <h3>Attempt {attempt.position + 1}</h3>
              <AttemptBadge state={attempt.state} />
            </div>
            <Facts facts={attemptFacts(attempt)} />
            <AgreedTo attempt={attempt} />
            <p className="id">{attempt.id}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const attemptFacts = (attempt: OrderHistory["attempts"][number]): Fact[] => {
  const { provider, reference, bucket, currency, coupon_id, hold, trial_days, renewal_amount } = attempt;
  return [
    ["Provider", provider ?? "none: nothing was due"],
    [
      "Reference",
      <span key="reference" className="id">
        {reference}
      </span>,
    ],
    ["Amount", moneyText(attempt)],
    ["Declined", bucket],
    ["Coupon", coupon_id && `${coupon_id}, ${hold ?? "not held"}`],
    ["Trial", trial_days && `${trial_days} days`],
    ["Later", renewal_amount === null ? "nothing" : `${moneyText({ amount: renewal_amount, currency })} a period`],
    ["Begun", <Time key="begun" at={attempt.created_at} />],
  ];
};

/** What the buyer agreed to, in the words that stood at the button. */
function AgreedTo({ attempt }: { attempt: OrderHistory["attempts"][number] }) {
  const agreed = agreedWith(attempt);
  if (!agreed) return <p>Nothing is known of what was agreed to.</p>;
  return (
    <details>
      <summary>What was agreed to</summary>
      <blockquote lang={agreed.language ?? undefined} dir="auto">
        {agreed.text ?? "The text was not sent, only its hash."}
      </blockquote>
      <Facts facts={agreedFacts(agreed, attempt.currency)} />
    </details>
  );
}

const lengthText = ({ interval, interval_count }: Agreed["length"]): string =>
  `${interval_count} ${interval}${interval_count === 1 ? "" : "s"}`;

function agreedFacts({ sale, length, renewal, tax, ...agreed }: Agreed, currency: string): Fact[] {
  const inMoney = (amount: number) => moneyText({ amount, currency });
  return [
    ["At", <Time key="at" at={agreed.agreed_at} />],
    ["Sold as", sale.replaceAll("_", " ")],
    ["Length", lengthText(length)],
    ["Then", renewal ? `${inMoney(renewal.amount)} every ${lengthText(renewal)} from ${renewal.first_on}` : "nothing"],
    ["Tax", tax ? `${inMoney(tax.amount)}, ${tax.included ? "included" : "added"}` : "not known"],
    ["Language", agreed.language],
    ["Terms", agreed.terms_version],
    [
      "SHA-256",
      <span key="hash" className="id">
        {agreed.text_hash}
      </span>,
    ],
  ];
}

function Charges({ order: { attempts, charges } }: OrderProps) {
  const numberOf = (id: string): number => attempts.findIndex((attempt) => attempt.id === id) + 1;
  return (
    <section>
      <h2>Charges</h2>
      {charges.length === 0 ? (
        <Empty>Nothing was taken.</Empty>
      ) : (
        <ul className="cards">
          {charges.map((charge) => (
            <li key={charge.id} className="card stack">
              <div className="card-head">
                <h3>{moneyText(charge)}</h3>
                <ChargeBadge state={charge.state} />
              </div>
              <p>By attempt {numberOf(charge.attempt_id)}</p>
              <p className="id">{charge.id}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Grants({ order: { state, grants }, now }: OrderPageProps) {
  return (
    <section>
      <h2>Paid time</h2>
      {grants.length === 0 ? (
        <Empty>Nothing was granted.</Empty>
      ) : (
        <ul className="cards">
          {grants.map(({ attempt_id, starts_at, ends_at }) => (
            <li key={attempt_id} className="card stack">
              <p>
                <GrantBadge isCounted={state === "done"} isOver={ends_at <= now} />
              </p>
              <Facts
                facts={[
                  ["From", <Time key="from" at={starts_at} />],
                  ["Until", <Time key="until" at={ends_at} />],
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Paid time counts for as long as its order is done. */
function GrantBadge({ isCounted, isOver }: { isCounted: boolean; isOver: boolean }) {
  if (!isCounted) return <Badge tone="quiet" word="taken back" />;
  return isOver ? <Badge tone="quiet" word="over" /> : <Badge tone="good" word="given" />;
}

/** What the buyer declared about the subscription; nothing that was declared later changes it. */
function Declarations({ order: { declarations } }: OrderProps) {
  if (declarations.length === 0) return null;
  return (
    <section>
      <h2>Declarations</h2>
      <ul className="cards">
        {declarations.map(({ id, action, name, declared_at, ends_at, refund, currency }) => (
          <li key={id} className="card stack">
            <h3>{action}</h3>
            <Facts
              facts={[
                ["Received", <Time key="at" at={declared_at} />],
                ["Name", name],
                ["Service ends", action === "resume" ? null : <Time key="end" at={ends_at} />],
                ["Refund", refund === null ? null : moneyText({ amount: refund, currency })],
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the buyer was written, as it was written: the mailbox forgets, this does not. */
function Letters({ order: { id: orderId, letters } }: OrderProps) {
  if (letters.length === 0) return null;
  return (
    <section>
      <h2>Letters</h2>
      <ul className="cards">
        {letters.map(({ id, language, recipient, subject, body_hash, written_at }) => (
          <li key={id} className="card stack">
            <h3 lang={language}>{subject}</h3>
            <Facts
              facts={[
                ["Written", <Time key="at" at={written_at} />],
                ["To", recipient],
                ["Language", language],
                [
                  "SHA-256 of the text",
                  <span key="hash" className="id">
                    {body_hash}
                  </span>,
                ],
              ]}
            />
            <div className="buttons">
              <a href={`/control/orders/${orderId}/letters/${id}.html`}>HTML</a>{" "}
              <a href={`/control/orders/${orderId}/letters/${id}.txt`}>text</a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
