import type { ReactNode } from "react";
import { Facts } from "../../payments/html/facts";
import { moneyText } from "../../payments/html/money-text";
import { AttemptBadge } from "../html/badge";
import { Document } from "../html/document";
import type { WayBack } from "../providers/simulator";
import { BucketChoice, MainOutcome, OtherOutcome, PendingOptions, UnusualOutcomes } from "./outcome-controls";
import type { Session } from "./session";
import { WayBackControl } from "./way-back";

interface PageProps {
  session: Session;
}

/** The provider's payment page: a plain form with a button for each outcome. */
export function PayPage({ session }: PageProps) {
  const { attempt, simulator } = session;
  const isFree = attempt.amount === 0;
  return (
    <SessionDocument session={session} title={`${simulator.name}: pay`} heading={simulator.name}>
      <form method="post" className="card stack">
        <MainOutcome
          outcome="approve"
          label="Approve"
          help={
            isFree
              ? "Keeps the way to pay for later, takes nothing today, and goes back to the shop."
              : `Takes ${moneyText(attempt)} and goes back to the shop.`
          }
        />
        <h2 className="outcomes-title">Something else happens</h2>
        <ul className="outcomes">
          <OtherOutcome
            outcome="decline"
            label="Decline"
            help="Nothing is taken. The reason decides what the shop says."
          >
            <BucketChoice />
          </OtherOutcome>
          <OtherOutcome
            outcome="challenge"
            label="Ask for 3-D Secure"
            help="The buyer's bank asks for a confirmation, on a page like this one."
          />
          <OtherOutcome
            outcome="pending"
            label="Keep pending"
            help="The buyer goes back to the shop before it's decided."
          >
            <PendingOptions />
          </OtherOutcome>
          <OtherOutcome outcome="cancel" label="Cancel and go back" help="The buyer changes their mind." />
        </ul>
        <UnusualOutcomes />
      </form>
    </SessionDocument>
  );
}

/** 3-D Secure, as the buyer's bank would show it. */
export function ChallengePage({ session }: PageProps) {
  return (
    <SessionDocument session={session} title="Sandbox bank: confirm" heading="Sandbox bank: confirm this payment">
      <form method="post" className="card stack">
        <MainOutcome outcome="pass" label="Confirm" help="The bank is content: the payment succeeds." />
        <ul className="outcomes">
          <OtherOutcome outcome="fail" label="Fail the check" help="A wrong code: declined with auth_failed." />
          <OtherOutcome outcome="abandon" label="Walk away" help="The buyer leaves the bank's page." />
        </ul>
      </form>
    </SessionDocument>
  );
}

export function DecidedPage({ session, way }: PageProps & { way: WayBack }) {
  return (
    <SessionDocument
      session={session}
      title="Sandbox provider: nothing left to do"
      heading="There is nothing left to do here"
    >
      <section className="card">
        <p>
          This payment is already settled: <AttemptBadge state={session.attempt.state} /> {decidedWords(session)}
        </p>
        <WayBackControl way={way} />
      </section>
    </SessionDocument>
  );
}

const decidedWords = ({ attempt }: Session): string =>
  attempt.state === "abandoned"
    ? "It was cancelled, its time is over, or another payment used its trial or coupon. Nothing is taken here; the shop shows today's price."
    : "It is never charged twice.";

interface SessionDocumentProps extends PageProps {
  title: string;
  heading: string;
  children: ReactNode;
}

function SessionDocument({ session, title, heading, children }: SessionDocumentProps) {
  const { id } = session.order;
  return (
    <Document title={title} footer={<OrderLink id={id} />}>
      <h1>{heading}</h1>
      <Bill session={session} />
      {children}
    </Document>
  );
}

/** Opens beside the page: this one may be in a frame, where control pages are not shown. */
const OrderLink = ({ id }: { id: string }) => (
  <a href={`/control/orders/${id}`} target="_blank" rel="noopener">
    What happened to this order so far
  </a>
);

function Bill({ session: { attempt, order, planName, afterwards } }: PageProps) {
  return (
    <section className="card bill">
      <div>
        <p>
          Pay <strong>{new URL(attempt.return_url).host}</strong>
        </p>
        <p className="amount">{moneyText(attempt)}</p>
        <small>due today</small>
      </div>
      <Facts
        facts={[
          ["Plan", planName],
          ["Afterwards", afterwards],
          [
            "Order",
            <span key="id" className="id">
              {order.id}
            </span>,
          ],
        ]}
      />
    </section>
  );
}
