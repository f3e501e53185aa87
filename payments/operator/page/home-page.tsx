import { Table } from "../../html/table";
import { Time } from "../../html/time";
import type { Matters } from "../attention";
import type { DescribedOrder } from "../show-order";
import { Document, FormToken } from "./document";
import type { Session } from "./sessions";

interface HomeProps {
  session: Session;
  matters: readonly Matters[];
}

/** Finds orders, and tells what is for a person now. */
export const HomePage = ({ session, matters }: HomeProps) => (
  <Document title="Orders" session={session}>
    <SearchForm session={session} />
    {matters.length === 0 && <p className="card empty">Nothing waits for a person.</p>}
    {matters.map((kind) => (
      <Waiting key={kind.title} kind={kind} />
    ))}
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

const Waiting = ({ kind: { title, advice, matters } }: { kind: Matters }) => (
  <section>
    <h2>{title}</h2>
    <p className="lead">{advice}</p>
    <Table
      head={["Order", "Since", "What"]}
      empty=""
      rows={matters.map(({ orderId, since, what }, at) => ({
        key: at,
        cells: [<OrderLink key="order" id={orderId} />, <Time key="since" at={since} />, what],
      }))}
    />
  </section>
);

const OrderLink = ({ id }: { id: string }) => (
  <a className="id" href={`/operator/orders/${encodeURIComponent(id)}`}>
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
