import { randomUUID } from "node:crypto";
import { masked } from "../api/proof/owner";
import type { Context } from "../context";
import type { Money } from "../machine/money";
import { sumOf } from "../machine/money";
import { RefundRefused, refundPartly, refundWhole } from "../refunds/by-operator";
import { driverOf, keptOf, lessBy } from "../refunds/taken";
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

/** Gives the money of an order back: all of it, which ends what it bought, or an amount. The running process sends it. @throws OperatorError */
export async function refund(context: Context, { of, amount, show }: RefundWanted): Promise<Act> {
  const stored = await findOrder(context.db, of);
  const { id } = stored.row;
  const { provider, ...kept } = await keptMoney(context, stored);
  const part = amountIn(amount, kept);
  const to = `to ${addressOf(stored, { show })} by ${provider}`;
  return {
    about: id,
    money: part ?? kept,
    question: part
      ? `Give back ${textOf(part)} of ${textOf(kept)} ${to}? What was bought runs on.`
      : `Give back ${textOf(kept)} ${to}, and end what was bought?`,
    run: (asked) =>
      auditedApart(context, { ...asked, command: "refund", about: id }, async () => {
        const why = { by: asked.by ?? "", reason: asked.because ?? "" };
        const given = part ? refundPartly(context, id, part, why) : refundWhole(context, id, why);
        return `${(await given.catch(refused)).map(textOf).join(", ")} goes back`;
      }),
  };
}

/** @throws OperatorError */
function amountIn(text: string | undefined, { amount: most, currency }: Money): Money | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new OperatorError(`${text} is no amount, such as 23.94`);
  const amount = Number(text);
  if (amount === 0 || amount > most)
    throw new OperatorError(`Between 0 and ${most} ${currency} can be given back of it.`);
  return { amount, currency };
}

function refused(error: unknown): never {
  throw error instanceof RefundRefused ? new OperatorError(error.message) : error;
}

const textOf = ({ amount, currency }: Money): string => `${amount} ${currency}`;

/** What is kept of an order and its renewals, and by whom it was taken. @throws OperatorError */
async function keptMoney({ db, drivers }: Context, { row }: StoredOrder): Promise<Money & { provider: string }> {
  const kept = await keptOf(db, row.id);
  const [first] = kept;
  if (first === undefined) throw new OperatorError(`An order that is ${row.state} has nothing to give back.`);
  const { currency } = first;
  const code = (await driverOf(db, first)) ?? "";
  const amount = sumOf(kept.map(({ amount, returned }) => lessBy(amount, returned)));
  return { amount, currency, provider: drivers.get(code)?.name ?? code };
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
