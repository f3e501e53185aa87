import { Document } from "../html/document";
import type { WayBack } from "../providers/simulator";
import { BucketChoice, OutcomeButton, PendingChoice, UnusualOutcomes } from "./outcome-controls";
import type { Session } from "./session";
import { WayBackControl } from "./way-back";

interface PageProps {
  session: Session;
}

/** The provider's payment page: a plain form with a button for each outcome. */
export function PayPage({ session }: PageProps) {
  return (
    <Document title={`${session.simulator.name}: pay`}>
      <h1>{session.simulator.name}</h1>
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

export function SettledPage({ session, way }: PageProps & { way: WayBack }) {
  return (
    <Document title="Sandbox provider: nothing left to do">
      <h1>There is nothing left to do here</h1>
      <p>
        This payment is already settled: <strong>{session.attempt.state}</strong>. It is never charged twice.
      </p>
      <Purchase session={session} />
      <WayBackControl way={way} />
    </Document>
  );
}

const NoMoney = () => <p className="note">No money moves: you choose what happens.</p>;

function Purchase({ session: { attempt, order, planName, afterwards } }: PageProps) {
  return (
    <dl>
      <dt>Merchant</dt>
      <dd>{new URL(attempt.return_url).host}</dd>
      <dt>Plan</dt>
      <dd>{planName}</dd>
      <dt>Due today</dt>
      <dd>
        {attempt.amount.toFixed(2)} {attempt.currency}
      </dd>
      <dt>Afterwards</dt>
      <dd>{afterwards}</dd>
      <dt>Order</dt>
      <dd>{order.id}</dd>
    </dl>
  );
}
