import { mailboxOf } from "../../app/upstream/contract/values/mailbox";
import type { Db } from "../store/database";
import { loadOrder, type StoredOrder } from "../store/orders";
import { OperatorError } from "./act";

const MOST_SHOWN = 20;

/** The orders behind what an operator has in hand, newest first: an order's id, an address, or any id of a provider or of ours. @throws OperatorError */
export async function findOrders(db: Db, given: string): Promise<StoredOrder[]> {
  const ids = given.includes("@") ? await idsOfMailbox(db, given) : await idsBehind(db, given);
  const found = await Promise.all(ids.map((id) => loadOrder(db, id)));
  const orders = found.filter((one) => one !== undefined);
  if (orders.length === 0) throw new OperatorError(`No order is known by ${given}.`);
  return orders;
}

/** The only one. @throws OperatorError */
export async function findOrder(db: Db, given: string): Promise<StoredOrder> {
  const [first, ...others] = await findOrders(db, given);
  if (first === undefined || others.length > 0)
    throw new OperatorError(`${others.length + 1} orders are known by ${given}: name one by its number.`);
  return first;
}

async function idsOfMailbox(db: Db, email: string): Promise<string[]> {
  const orders = db.selectFrom("orders").select("id").where("mailbox", "=", mailboxOf(email));
  return (await orders.orderBy("created_at", "desc").limit(MOST_SHOWN).execute()).map(({ id }) => id);
}

async function idsBehind(db: Db, id: string): Promise<string[]> {
  const found = await Promise.all([
    db.selectFrom("orders").select("id as order_id").where("id", "=", id).execute(),
    db
      .selectFrom("attempts")
      .select("order_id")
      .where((eb) => eb.or([eb("id", "=", id), eb("reference", "=", id), eb("subscription_reference", "=", id)]))
      .execute(),
    db.selectFrom("captures").select("order_id").where("id", "=", id).execute(),
    db.selectFrom("disputes").select("order_id").where("id", "=", id).execute(),
    db.selectFrom("subscriptions").select("order_id").where("id", "=", id).execute(),
    db
      .selectFrom("subscription_charges")
      .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
      .select("order_id")
      .where("subscription_charges.id", "=", id)
      .execute(),
  ]);
  return [...new Set(found.flat().map(({ order_id }) => order_id))];
}
