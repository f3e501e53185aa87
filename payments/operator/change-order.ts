import { randomUUID } from "node:crypto";
import Big from "big.js";
import { masked } from "../api/proof/owner";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { refundOrder } from "../orders/refund";
import type { Tx } from "../store/database";
import { loadOrder, paidAttempt, type StoredOrder } from "../store/orders";
import { changeSubscription } from "../subscriptions/change";
import { timeOf } from "../time";
import { audited } from "./audit";
import { findOrder } from "./find-orders";
import { type Command, confirm, OperatorError, type Terminal, word } from "./terminal";

const addressOf = ({ row }: StoredOrder, { show }: Command): string => (show ? row.email : masked(row.email));

/** Gives all money of an order back, and ends what it bought. The running process sends it. @throws OperatorError */
export async function refund(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  if (command.words.length > 1) throw new OperatorError("A part cannot be given back here yet: only all of an order.");
  const stored = await findOrder(context.db, word(command, 0, "order"));
  const { id } = stored.row;
  const kept = await keptMoney(context, stored);
  const asked = await confirm(terminal, command, {
    question: `Give back ${kept} to ${addressOf(stored, command)} by ${providerOf(context, stored)}, and end what was bought?`,
    number: id,
  });
  return audited(context, { ...asked, command: "refund", about: id }, async (tx) => {
    await refundOrder(await saleIn(context, tx), id);
    const state = (await loadOrder(tx, id))?.row.state;
    if (stored.row.state === "refunded" || state !== "refunded")
      throw new OperatorError(`An order that is ${stored.row.state} has nothing to give back.`);
    return `${kept} goes back`;
  });
}

/** What is kept of an order and its renewals, such as "47.88 EUR". @throws OperatorError */
async function keptMoney({ db }: Context, { row, order }: StoredOrder): Promise<string> {
  const charges = await db
    .selectFrom("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
    .select(["subscription_charges.amount", "subscription_charges.currency", "given_back"])
    .where("order_id", "=", row.id)
    .where("subscription_charges.state", "=", "kept")
    .execute();
  const kept = [
    ...order.captures.filter(({ state }) => state === "kept").map(({ paid }) => paid),
    ...charges.map(({ amount, given_back, currency }) => ({ amount: Big(amount).minus(given_back), currency })),
  ];
  const [first] = kept;
  if (first === undefined) throw new OperatorError(`An order that is ${row.state} has nothing to give back.`);
  return `${kept.reduce((sum, { amount }) => sum.plus(amount), Big(0))} ${first.currency}`;
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
