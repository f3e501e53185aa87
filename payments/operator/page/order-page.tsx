import type { ReactNode } from "react";
import { Facts } from "../../html/facts";
import { Time } from "../../html/time";
import type { DescribedOrder, Part } from "../show-order";
import { actAddress, orderAddress } from "./addresses";
import { Document, FormToken } from "./document";
import { Reason } from "./reason";
import type { Session } from "./sign-in/sessions";

interface OrderProps {
  session: Session;
  order: DescribedOrder;
  /** Whether its addresses are shown. */
  isShown: boolean;
}

/** All that is known of an order, and what can be done about it. */
export const OrderPage = ({ session, order, isShown }: OrderProps) => (
  <Document title={`Order ${order.id}`} session={session}>
    <div className="columns">
      <section className="card">
        <Facts
          facts={[
            ["State", order.state],
            ["Plan", order.plan],
            ["Buyer", order.email],
            ["Country", order.country],
            ["Opened", <Time key="opened" at={Date.parse(order.opened)} />],
          ]}
        />
        {!isShown && (
          <LookForm session={session} id={order.id} what="show" summary="Show the addresses" button="Show" />
        )}
        <LookForm
          session={session}
          id={order.id}
          what="evidence"
          summary="Evidence for the buyer’s bank, with the addresses"
          button="Download, to print"
        />
      </section>
      <Actions order={order} />
      {order.parts.map((part) => (
        <PartCard key={part.title} part={part} />
      ))}
    </div>
  </Document>
);

interface LookProps {
  session: Session;
  id: string;
  /** The last part of the address. */
  what: "show" | "evidence";
  summary: string;
  button: string;
}

/** Who looks at what is masked elsewhere says why. */
const LookForm = ({ session, id, what, summary, button }: LookProps) => (
  <details>
    <summary>{summary}</summary>
    <form className="stack" method="post" action={`${orderAddress(id)}/${what}`}>
      <FormToken session={session} />
      <Reason id={`because-${what}`} />
      <div className="buttons">
        <button type="submit">{button}</button>
      </div>
    </form>
  </details>
);

/** Each leads to a page that asks first. */
function Actions({ order }: { order: DescribedOrder }) {
  const rowsOf = (title: string) => order.parts.find((part) => part.title === title)?.rows ?? [];
  const events = rowsOf("Told to the VPN");
  return (
    <section className="card">
      <h2>By hand</h2>
      <div className="actions">
        <Action id={order.id} act="refund" button="Refund…">
          <label htmlFor="amount">Amount, where not all of it goes back</label>
          <input
            id="amount"
            name="amount"
            inputMode="decimal"
            pattern="\d+(\.\d+)?"
            placeholder="23.94"
            autoComplete="off"
          />
        </Action>
        {rowsOf("Subscription").length > 0 && (
          <Action id={order.id} act="end" button="End…">
            <span>Its renewals; what is paid runs on</span>
          </Action>
        )}
        {rowsOf("Letters").length > 0 && (
          <Action id={order.id} act="resend" button="Send again…">
            <label htmlFor="kind">To the buyer, as it was</label>
            <select id="kind" name="kind">
              <option value="receipt">the last receipt</option>
              <option value="letter">the last letter</option>
            </select>
          </Action>
        )}
        <Action id={order.id} act="replay" button="Tell again…">
          <label htmlFor="about">To the VPN</label>
          <select id="about" name="about">
            <option value="">how the account stands</option>
            {events.map(([, id = "", type]) => (
              <option key={id} value={id}>{`${type}, ${id}`}</option>
            ))}
          </select>
        </Action>
      </div>
    </section>
  );
}

interface ActionProps {
  id: string;
  act: string;
  button: string;
  children: ReactNode;
}

const Action = ({ id, act, button, children }: ActionProps) => (
  <form className="action" method="get" action={actAddress(act)}>
    <input type="hidden" name="order" value={id} />
    <div className="field">{children}</div>
    <button type="submit">{button}</button>
  </form>
);

const PartCard = ({ part: { title, rows } }: { part: Part }) => (
  <section className="card">
    <h2>{title === "By hand" ? "Done by hand" : title}</h2>
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.join()}>
          {row.map((text) => (
            <Cell key={text} text={text} />
          ))}
        </li>
      ))}
    </ul>
  </section>
);

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const Cell = ({ text }: { text: string }) => (TIME.test(text) ? <Time at={Date.parse(text)} /> : <span>{text}</span>);
