import { randomUUID } from "node:crypto";
import { masked } from "../api/proof/owner";
import type { Context } from "../context";
import type { Money } from "../machine/money";
import { RefundRefused, refundPartly, refundWhole } from "../refunds/by-operator";
import { keptOf, lessBy, sumOf } from "../refunds/taken";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { changeSubscription } from "../subscriptions/change";
import { timeOf } from "../time";
import { audited, auditedApart } from "./audit";
import { findOrder } from "./find-orders";
import { type Command, confirm, OperatorError, type Terminal, word } from "./terminal";

const addressOf = ({ row }: StoredOrder, { show }: Command): string => (show ? row.email : masked(row.email));

/** Gives the money of an order back: all of it, which ends what it bought, or an amount. The running process sends it. @throws OperatorError */
export async function refund(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  const stored = await findOrder(context.db, word(command, 0, "order"));
  const { id } = stored.row;
  const kept = await keptMoney(context, stored);
  const part = amountIn(command, kept);
  const to = `to ${addressOf(stored, command)} by ${providerOf(context, stored)}`;
  const question = part
    ? `Give back ${textOf(part)} of ${textOf(kept)} ${to}? What was bought runs on.`
    : `Give back ${textOf(kept)} ${to}, and end what was bought?`;
  const { by, because } = await confirm(terminal, command, { question, number: id });
  const asked = { by, reason: because };
  return auditedApart(context, { by, because, command: "refund", about: id }, async () => {
    const refunds = await (part ? refundPartly(context, id, part, asked) : refundWhole(context, id, asked)).catch(
      refused,
    );
    return `${refunds.map(textOf).join(", ")} goes back`;
  });
}

/** @throws OperatorError */
function amountIn({ words }: Command, { currency }: Money): Money | undefined {
  const [, text] = words;
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new OperatorError(`${text} is no amount, such as 23.94`);
  return { amount: Number(text), currency };
}

function refused(error: unknown): never {
  throw error instanceof RefundRefused ? new OperatorError(error.message) : error;
}

const textOf = ({ amount, currency }: Money): string => `${amount} ${currency}`;

/** What is kept of an order and its renewals. @throws OperatorError */
async function keptMoney({ db }: Context, { row }: StoredOrder): Promise<Money> {
  const kept = await keptOf(db, row.id);
  const [first] = kept;
  if (first === undefined) throw new OperatorError(`An order that is ${row.state} has nothing to give back.`);
  const { currency } = first;
  return { amount: sumOf(kept.map(({ amount, returned }) => lessBy(amount, returned))), currency };
}

function providerOf({ drivers }: Context, stored: StoredOrder): string {
  const provider = paidAttempt(stored)?.provider ?? "";
  return drivers.get(provider)?.name ?? provider;
}

/** Ends the renewals of what an order bought, as its owner would: what is paid runs on, and they are written to. @throws OperatorError */
export async function end(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  const stored = await findOrder(context.db, word(command, 0, "subscription or order"));
  const { id, email } = stored.row;
  const subscription = await context.db
    .selectFrom("subscriptions")
    .selectAll()
    .where("order_id", "=", id)
    .executeTakeFirst();
  if (subscription === undefined) throw new OperatorError("Nothing renews of this order.");
  const asked = await confirm(terminal, command, {
    question: `End the renewals of ${subscription.plan_id} for ${addressOf(stored, command)}, paid until ${timeOf(subscription.ends_at)}?`,
    number: id,
  });
  return audited(context, { ...asked, command: "end", about: id }, (tx) =>
    cancel(context, tx, { orderId: id, email, subscriptionId: subscription.id }),
  );
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
