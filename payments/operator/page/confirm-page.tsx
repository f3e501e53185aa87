import { randomUUID } from "node:crypto";
import { Facts } from "../../html/facts";
import type { Money } from "../../machine/money";
import type { Act } from "../act";
import type { DescribedOrder } from "../show-order";
import type { Wanted } from "./acts";
import { actAddress, orderAddress } from "./addresses";
import { Document, FormToken } from "./document";
import { Reason } from "./reason";
import type { Session } from "./sign-in/sessions";

interface ConfirmProps {
  session: Session;
  /** Undefined: it is about none. */
  order: DescribedOrder | undefined;
  /** As in the page's address. */
  name: string;
  title: string;
  act: Act;
  /** What the act was made of, to be sent again. */
  wanted: Wanted;
}

/** Asks before anything is done. The form has a key, with which it does its work once, and what was asked, so that nothing else is done. */
export const ConfirmPage = ({ session, order, name, title, act, wanted }: ConfirmProps) => {
  const hidden = { ...wanted, key: randomUUID(), question: act.question };
  return (
    <Document title={title} session={session}>
      <form className="card stack" method="post" action={actAddress(name)}>
        <p className="question">{act.question}</p>
        <Facts
          facts={[
            ["Amount", act.money ? <strong key="amount">{inWords(act.money)}</strong> : null],
            ["Order", order?.id ?? null],
            ["Buyer", order?.email ?? null],
            ["Plan", order ? `${order.plan}, ${order.state}` : null],
          ]}
        />
        <FormToken session={session} />
        {Object.entries(hidden).map(
          ([field, value]) => value !== undefined && <input key={field} type="hidden" name={field} value={value} />,
        )}
        <Reason id="because" />
        <div className="buttons">
          <button className="main" type="submit">
            {act.money ? `Give back ${inWords(act.money)}` : "Do it"}
          </button>
          <a className="button" href={orderAddress(order?.id)}>
            Cancel
          </a>
        </div>
      </form>
    </Document>
  );
};

/** Such as "11.99 euros": nobody takes them for yen. */
const inWords = ({ amount, currency }: Money): string =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "name" }).format(amount);
