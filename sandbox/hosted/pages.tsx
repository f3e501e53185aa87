import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import { Document } from "../html/document";
import type { Outcome } from "./outcome";
import { returnAddress, type Session } from "./session";

interface PageProps {
  session: Session;
}

/** The provider's page: one plain form whose buttons are the outcomes. */
export function PayPage({ session }: PageProps) {
  return (
    <Document title="Sandbox provider: pay">
      <h1>Sandbox provider</h1>
      <NoMoney />
      <Purchase session={session} />
      <form method="post">
        <OutcomeButton outcome="approve" label="Approve" isMain />
        <div className="outcome">
          <OutcomeButton outcome="decline" label="Decline" />
          <BucketChoice />
        </div>
        <OutcomeButton outcome="challenge" label="Ask for 3-D Secure" />
        <PendingChoice />
        <OutcomeButton outcome="cancel" label="Cancel and go back" />
        <UnusualOutcomes />
      </form>
    </Document>
  );
}

/** 3-D Secure, as the buyer's bank would show it. */
export function ChallengePage({ session }: PageProps) {
  return (
    <Document title="Sandbox bank: confirm">
      <h1>Sandbox bank: confirm this payment</h1>
      <NoMoney />
      <Purchase session={session} />
      <form method="post">
        <OutcomeButton outcome="pass" label="Confirm" isMain />
        <OutcomeButton outcome="fail" label="Fail the check" />
        <OutcomeButton outcome="abandon" label="Walk away" />
      </form>
    </Document>
  );
}

export function SettledPage({ session }: PageProps) {
  return (
    <Document title="Sandbox provider: nothing left to do">
      <h1>There is nothing left to do here</h1>
      <p>
        This payment is already settled: <strong>{session.attempt.state}</strong>. It is never charged twice.
      </p>
      <Purchase session={session} />
      <p>
        <a href={returnAddress(session)}>Back to the shop</a>
      </p>
    </Document>
  );
}

const NoMoney = () => <p className="note">No money moves: you choose what happens.</p>;

function Purchase({ session: { attempt, order, planName } }: PageProps) {
  return (
    <dl>
      <dt>Merchant</dt>
      <dd>{new URL(attempt.return_url).host}</dd>
      <dt>Plan</dt>
      <dd>{planName}</dd>
      <dt>Amount</dt>
      <dd>
        {attempt.amount.toFixed(2)} {attempt.currency}
      </dd>
      <dt>Order</dt>
      <dd>{order.id}</dd>
    </dl>
  );
}

interface OutcomeButtonProps {
  outcome: Outcome;
  label: string;
  isMain?: boolean;
}

function OutcomeButton({ outcome, label, isMain = false }: OutcomeButtonProps) {
  return (
    <button type="submit" name="outcome" value={outcome} className={isMain ? "main" : undefined}>
      {label}
    </button>
  );
}

function BucketChoice() {
  return (
    <label>
      because of
      <select name="bucket" defaultValue="bank_declined">
        {DECLINE_BUCKETS.map((bucket) => (
          <option key={bucket}>{bucket}</option>
        ))}
      </select>
    </label>
  );
}

function PendingChoice() {
  return (
    <div className="outcome">
      <OutcomeButton outcome="pending" label="Keep pending" />
      <label>
        for seconds
        <input type="number" name="seconds" min="0" max="3600" defaultValue="3" />
      </label>
      <label>
        then
        <select name="then" defaultValue="approve">
          <option>approve</option>
          <option>decline</option>
        </select>
      </label>
    </div>
  );
}

function UnusualOutcomes() {
  return (
    <details>
      <summary>Unusual outcomes</summary>
      <div className="outcome">
        <OutcomeButton outcome="approve_and_stay" label="Approve, but do not go back" />
        <OutcomeButton outcome="approve_repeatedly" label="Approve, with repeated and late reports" />
        <OutcomeButton outcome="approve_twice" label="Charge twice" />
        <OutcomeButton outcome="cancel_then_charge" label="Cancel, but charge after the seconds above" />
        <OutcomeButton outcome="wrong_amount" label="Charge a wrong amount" />
      </div>
    </details>
  );
}
