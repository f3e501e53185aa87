import { type Buyer, buyerOf, ordersOf } from "../orders/buying/buyer";
import type { Db, Tx } from "../store/database";

/**
 * The accounts whose paid time an order is part of: those of its user, of its mailbox in any spelling, and of what else was bought with
 * either. It is what a profile adds up, see orders/paid-time.ts.
 */
export async function accountsOfOrder(tx: Tx, orderId: string): Promise<number[]> {
  const order = await tx.selectFrom("orders").select(["email", "user_id"]).where("id", "=", orderId).executeTakeFirst();
  if (!order) return [];
  const buyer = buyerOf(order);
  const users = await usersOf(tx, buyer);
  const accounts = await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("email", "in", ordersOf(tx, buyer).clearSelect().select("orders.email"))
    .execute();
  return [...new Set([...users, ...accounts.map(({ user_id }) => user_id)])].sort((one, other) => one - other);
}

async function usersOf(tx: Tx, buyer: Buyer): Promise<number[]> {
  const rows = await ordersOf(tx, buyer)
    .clearSelect()
    .select("orders.user_id")
    .distinct()
    .where("orders.user_id", "is not", null)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Where an account is written to; null for a user of an app whose address is not known. */
export async function addressOf(db: Db | Tx, userId: number): Promise<string | null> {
  const account = await db.selectFrom("accounts").select("email").where("user_id", "=", userId).executeTakeFirst();
  if (account) return account.email;
  const order = await db
    .selectFrom("orders")
    .select("email")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return order?.email ?? null;
}
