import { moneyText } from "../../html/money-text";
import { Table } from "../../html/table";
import { Time } from "../../html/time";
import type { ForAPerson } from "../for-a-person/row";
import type { DescribedOrder } from "../show-order";
import { actAddress, orderAddress } from "./addresses";
import { Document, FormToken } from "./document";
import type { Session } from "./sign-in/sessions";

interface HomeProps {
  session: Session;
  waiting: readonly ForAPerson[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Finds orders, and tells what is for a person now. */
export const HomePage = ({ session, waiting, now }: HomeProps) => (
  <Document title="Orders" session={session}>
    <SearchForm session={session} />
    <section>
      <h2>What waits for a person</h2>
      <Table
        head={["What", "Order", "Since", "Until", "Then"]}
        empty="Nothing waits for you."
        rows={waiting.map((row) => ({ key: `${row.kind} ${row.id}`, cells: cellsOf(row, now) }))}
      />
    </section>
  </Document>
);

/** Posted, so that no address of a buyer stands in a log of addresses. */
const SearchForm = ({ session }: { session: Session }) => (
  <form className="card action" method="post" action="/operator/search">
    <FormToken session={session} />
    <div className="field">
      <label htmlFor="name">An order, a buyer's address, or a provider's id</label>
      <input id="name" name="name" required maxLength={254} autoComplete="off" />
    </div>
    <button className="main" type="submit">
      Find
    </button>
  </form>
);

function cellsOf(row: ForAPerson, now: number) {
  const { orderId, since, by, money, what, kind, help } = row;
  return [
    <span key="what">
      <strong>{kind}</strong> {money && moneyText(money)} {what}
    </span>,
    orderId === null ? null : <OrderLink key="order" id={orderId} />,
    <Time key="since" at={since} />,
    by === null ? null : <Until key="until" by={by} isOver={by < now} />,
    <div key="then" className="stack">
      <span>{help}</span>
      <ActLink row={row} />
    </div>,
  ];
}

const Until = ({ by, isOver }: { by: number; isOver: boolean }) => (
  <span>
    <Time at={by} /> {isOver && <strong className="badge bad">over</strong>}
  </span>
);

/** The commands of the line that can be given here, by kind. */
const ACTS: Partial<Record<ForAPerson["kind"], { act: string; label: string }>> = {
  refund: { act: "again", label: "Try again…" },
  "wrong amount": { act: "refund", label: "Refund…" },
  "store report": { act: "again", label: "Send again…" },
  webhook: { act: "again", label: "Ask again…" },
  entitlement: { act: "replay", label: "Tell again…" },
  declaration: { act: "done", label: "It is done…" },
};

function ActLink({ row: { kind, id, orderId } }: { row: ForAPerson }) {
  const known = ACTS[kind];
  return known ? (
    <a href={actAddress(known.act, { about: id, ...(orderId && { order: orderId }) })}>{known.label}</a>
  ) : null;
}

const OrderLink = ({ id }: { id: string }) => (
  <a className="id" href={orderAddress(id)}>
    {id}
  </a>
);

interface FoundProps {
  session: Session;
  orders: readonly DescribedOrder[];
}

/** Several orders of one buyer. */
export const FoundPage = ({ session, orders }: FoundProps) => (
  <Document title="Orders found" session={session}>
    <SearchForm session={session} />
    <Table
      head={["Order", "State", "Plan", "Buyer", "Opened"]}
      empty=""
      rows={orders.map(({ id, state, plan, email, opened }) => ({
        key: id,
        cells: [<OrderLink key="order" id={id} />, state, plan, email, <Time key="opened" at={Date.parse(opened)} />],
      }))}
    />
  </Document>
);
