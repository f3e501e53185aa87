import type { Db, Tx } from "../store/database";
import { recount } from "./returned";
import { driverOf, lessBy, type Taken, toReturn } from "./taken";

const MOST_AT_ONCE = 100;

/** Who asked for a refund, and why. */
export interface Asked {
  by: string;
  reason: string;
}

/**
 * Notes every refund that orders and subscriptions say is due. It is found in them as they are, as many ways lead there and each would have to
 * remember it; so nothing is missed that a process left when it died. An index has only what is not noted.
 */
export async function noteRefunds(db: Db, now: number): Promise<void> {
  if ((await toReturn(db, 1)).length === 0) return;
  await db.transaction().execute((tx) => noteRefundsWithin(tx, now));
}

/** The same in a running transaction. @param asked of the order that is meant */
export async function noteRefundsWithin(tx: Tx, now: number, asked?: Asked & { orderId: string }): Promise<void> {
  for (const taken of await toReturn(tx, MOST_AT_ONCE))
    await noteOne(tx, taken, now, taken.orderId === asked?.orderId ? asked : undefined);
}

async function noteOne(tx: Tx, taken: Taken, now: number, asked: Asked | undefined): Promise<void> {
  const { id: capture_id, orderId: order_id, currency } = taken;
  const earlier = await tx.selectFrom("refunds").select("id").where("capture_id", "=", capture_id).execute();
  const id = `refund_${capture_id}_${earlier.length + 1}`;
  await tx
    .insertInto("refunds")
    .values({
      id,
      driver: (await driverOf(tx, taken)) ?? "none",
      order_id,
      capture_id,
      amount: lessBy(taken.toReturn, taken.returned),
      currency,
      key: id,
      reason: asked?.reason ?? (await reasonOf(tx, taken)),
      asked_by: asked?.by ?? null,
      state: "due",
      noted_at: now,
      next_try_at: now,
    })
    .execute();
  await recount(tx, capture_id);
}

async function reasonOf(tx: Tx, { kind, orderId, toReturn: all, amount }: Taken): Promise<string> {
  const order = await tx.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirst();
  if (order?.state === "refunded") return "The order was refunded";
  if (kind === "capture") return "The order was paid once more";
  return all < amount ? "The contract ended before the end of what was paid" : "The renewal was taken back";
}
