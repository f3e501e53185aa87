import type { Tx } from "../store/database";
import type { OrderRow } from "../store/schema";

/**
 * Whether the buyer got the same plan by another order that was not granted yet when this one was opened: then they
 * meant to buy once, and money for this order was taken twice. Buying the plan again later is intended.
 */
export async function isPaidByOtherOrder(tx: Tx, { id, email, user_id, plan_id }: OrderRow): Promise<boolean> {
  const opened = await tx
    .selectFrom("events")
    .select((eb) => eb.fn.min("seq").as("seq"))
    .where("order_id", "=", id)
    .executeTakeFirstOrThrow();
  const other = await tx
    .selectFrom("orders")
    .leftJoin("events as granted", (join) =>
      join.onRef("granted.order_id", "=", "orders.id").on("granted.type", "=", "granted"),
    )
    .select("orders.id")
    .where((eb) => eb.or([eb("orders.email", "=", email), eb("orders.user_id", "=", user_id)]))
    .where("orders.plan_id", "=", plan_id)
    .where("orders.id", "!=", id)
    .where("orders.state", "in", ["granting", "done"])
    .where((eb) => eb.or([eb("granted.seq", "is", null), eb("granted.seq", ">", opened.seq)]))
    .executeTakeFirst();
  return other !== undefined;
}
