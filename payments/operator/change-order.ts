import { randomUUID } from "node:crypto";
import { masked } from "../api/proof/owner";
import type { Context } from "../context";
import { moneyText } from "../html/money-text";
import type { Money } from "../machine/money";
import { RefundRefused, refundPartly, refundWhole } from "../refunds/by-operator";
import { driverOf, heldOf, lessBy, sumsOf } from "../refunds/taken";
import type { Tx } from "../store/database";
import type { StoredOrder } from "../store/orders";
import { changeSubscription } from "../subscriptions/change";
import { timeOf } from "../time";
import { type Act, OperatorError } from "./act";
import { audited, auditedApart } from "./audit";
import { findOrder } from "./find-orders";

/** Whether addresses are shown as they are. */
interface Shown {
  show: boolean;
}

const addressOf = ({ row }: StoredOrder, { show }: Shown): string => (show ? row.email : masked(row.email));

interface RefundWanted extends Shown {
  /** The order, by any name. */
  of: string;
  /** Such as `5.50`; undefined: all of it. */
  amount: string | undefined;
}

/**
 * Gives the money of an order back: all of it, which ends what it bought, or an amount; a wrong amount that waits for a person goes whole.
 * The running process sends it. @throws OperatorError
 */
export async function refund(context: Context, { of, amount, show }: RefundWanted): Promise<Act> {
  const stored = await findOrder(context.db, of);
  const { id } = stored.row;
  const { held, provider } = await heldMoney(context, stored);
  const part = amount === undefined ? undefined : amountIn(amount, held);
  const to = `to ${addressOf(stored, { show })} by ${provider}`;
  return {
    about: id,
    orderId: id,
    money: part ?? onlyOne(held),
    question: part
      ? `Give back ${moneyText(part)} of ${textOf(held)} ${to}? What was bought runs on.`
      : `Give back ${textOf(held)} ${to}${stored.row.state === "review" ? "" : ", and end what was bought"}?`,
    run: (asked) =>
      auditedApart(context, { ...asked, command: "refund", about: id }, async () => {
        const why = { by: asked.by ?? "", reason: asked.because ?? "" };
        const given = part ? refundPartly(context, id, part, why) : refundWhole(context, id, why);
        const refunds = await given.catch(refused);
        return refunds.length === 0 ? "nothing was left to go back" : `${textOf(refunds)} goes back`;
      }),
  };
}

/** @throws OperatorError */
function amountIn(text: string, held: readonly Money[]): Money {
  const of = onlyOne(held);
  if (of === undefined) throw new OperatorError("It was paid in several currencies: it goes back whole.");
  if (!/^\d+(\.\d+)?$/.test(text)) throw new OperatorError(`${text} is no amount, such as 23.94`);
  const amount = Number(text);
  if (amount === 0 || amount > of.amount)
    throw new OperatorError(`Between 0 and ${moneyText(of)} can be given back of it.`);
  return { amount, currency: of.currency };
}

function refused(error: unknown): never {
  throw error instanceof RefundRefused ? new OperatorError(error.message) : error;
}

const textOf = (money: readonly Money[]): string => money.map(moneyText).join(", ");

const onlyOne = ([first, ...others]: readonly Money[]): Money | undefined => (others.length === 0 ? first : undefined);

/** What is held of an order and its renewals, by currency, and by whom the first of it was taken. @throws OperatorError */
async function heldMoney({ db, drivers }: Context, { row }: StoredOrder): Promise<{ held: Money[]; provider: string }> {
  const all = await heldOf(db, row.id);
  const [first] = all;
  if (first === undefined) throw new OperatorError(`An order that is ${row.state} has nothing to give back.`);
  const code = (await driverOf(db, first)) ?? "";
  const held = sumsOf(all.map(({ amount, returned, currency }) => ({ amount: lessBy(amount, returned), currency })));
  return { held, provider: drivers.get(code)?.name ?? code };
}

/** Ends the renewals of what an order bought, as its owner would: what is paid runs on, and they are written to. @throws OperatorError */
export async function end(context: Context, { of, show }: { of: string } & Shown): Promise<Act> {
  const stored = await findOrder(context.db, of);
  const { id, email } = stored.row;
  const subscription = await context.db
    .selectFrom("subscriptions")
    .selectAll()
    .where("order_id", "=", id)
    .executeTakeFirst();
  if (subscription === undefined) throw new OperatorError("Nothing renews of this order.");
  const { id: subscriptionId, plan_id, ends_at } = subscription;
  return {
    about: id,
    orderId: id,
    question: `End the renewals of ${plan_id} for ${addressOf(stored, { show })}, paid until ${timeOf(ends_at)}?`,
    run: (asked) =>
      audited(context, { ...asked, command: "end", about: id }, (tx) =>
        cancel(context, tx, { orderId: id, email, subscriptionId }),
      ),
  };
}

interface Cancelled {
  orderId: string;
  email: string;
  subscriptionId: string;
}

async function cancel(context: Context, tx: Tx, { orderId, email, subscriptionId }: Cancelled): Promise<string> {
  const scope = { kind: "order", orderId, userId: null, email } as const;
  const change = { scope, subscriptionId, action: "cancel", key: `operator-${randomUUID()}` } as const;
  const changed = await changeSubscription(context, tx, change);
  if (changed.kind !== "answered") throw new OperatorError(`It cannot be ended: ${changed.kind}.`);
  return `${changed.row.state}, until ${timeOf(changed.row.ends_at)}`;
}
