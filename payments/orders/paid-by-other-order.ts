import type { Money } from "../machine/money";
import type { Tx } from "../store/database";
import { buyerOf, orderIdsOf } from "./buying/buyer";
import type { OrderRow } from "./tables";

/**
 * Whether the buyer got the same plan by another order that was not granted yet when this one was opened: then they
 * meant to buy once, and money for this order was taken twice. Buying the plan again later is intended. What somebody else
 * got for nothing under the address is no reason to refuse money.
 * @param paid what was taken for this order
 */
export async function isPaidByOtherOrder(tx: Tx, order: OrderRow, paid: Money): Promise<boolean> {
  const theirs = await orderIdsOf(tx, buyerOf(order));
  // The first purchase of most.
  if (theirs.every((id) => id === order.id)) return false;
  const opened = await tx
    .selectFrom("events")
    .select((eb) => eb.fn.min("seq").as("seq"))
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const tookMoney = tx
    .selectFrom("captures")
    .select("order_id")
    .where("order_id", "in", theirs)
    .where("state", "=", "kept")
    .where("amount", ">", 0);
  const other = await tx
    .selectFrom("orders")
    .select("orders.id")
    .leftJoin("events as granted", (join) =>
      join.onRef("granted.order_id", "=", "orders.id").on("granted.type", "=", "granted"),
    )
    .where("orders.id", "in", theirs)
    .where("orders.plan_id", "=", order.plan_id)
    .where("orders.id", "!=", order.id)
    .where("orders.state", "in", ["granting", "done"])
    .where((eb) => eb.or([eb("granted.seq", "is", null), eb("granted.seq", ">", opened.seq)]))
    .$if(paid.amount > 0, (query) =>
      query.where((eb) => eb.or([eb("orders.id", "in", tookMoney), eb("orders.browser", "=", order.browser)])),
    )
    .executeTakeFirst();
  return other !== undefined;
}
