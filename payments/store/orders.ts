import type { AttemptStatus } from "../machine/attempt";
import type { Attempt, Capture, Order } from "../machine/order-record";
import type { AttemptRow, NewAttempt, OrderRow } from "../orders/tables";
import type { Db, Tx } from "./database";

/** An order as the state machine needs it, and the rows with all other data. */
export interface StoredOrder {
  row: OrderRow;
  /** In the order they were made; never empty. */
  attempts: AttemptRow[];
  order: Order;
}

export async function loadOrder(db: Db | Tx, id: string): Promise<StoredOrder | undefined> {
  const row = await db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await db.selectFrom("attempts").selectAll().where("order_id", "=", id).orderBy("position").execute();
  const captures = await db.selectFrom("captures").selectAll().where("order_id", "=", id).orderBy("id").execute();
  const order: Order = {
    state: row.state,
    grant: row.grant_state,
    attempts: attempts.map(attemptOf),
    captures: captures.map(({ id, attempt_id, amount, currency, state }) => ({
      id,
      attemptId: attempt_id,
      paid: { amount, currency },
      state,
    })),
  };
  return { row, attempts, order };
}

/** The attempt of a paid order whose money was kept, or, where nothing was due, the last one. */
export function paidAttempt({ attempts, order }: StoredOrder): AttemptRow | undefined {
  const kept = order.captures.find(({ state }) => state === "kept");
  return attempts.find(({ id }) => id === kept?.attemptId) ?? attempts.at(-1);
}

export const insertOrder = (tx: Tx, row: OrderRow) => tx.insertInto("orders").values(row).execute();

export const insertAttempt = (tx: Tx, row: NewAttempt) => tx.insertInto("attempts").values(row).execute();

/** Writes what the state machine has changed. New attempts must already be inserted, with the data only the caller has. */
export async function saveOrder(tx: Tx, id: string, before: Order, after: Order): Promise<void> {
  if (before.state !== after.state || before.grant !== after.grant)
    await tx.updateTable("orders").set({ state: after.state, grant_state: after.grant }).where("id", "=", id).execute();
  for (const attempt of after.attempts.filter((one) => !before.attempts.includes(one)))
    await tx.updateTable("attempts").set(columnsOf(attempt)).where("id", "=", attempt.id).execute();
  const captures = after.captures.filter((one) => !before.captures.includes(one));
  await saveCaptures(tx, id, captures);
}

/** The same rows after `saveOrder`. */
export const withState = ({ row, attempts }: StoredOrder, order: Order): StoredOrder => ({
  row: { ...row, state: order.state, grant_state: order.grant },
  attempts: attempts.map((attempt) => {
    const now = order.attempts.find(({ id }) => id === attempt.id);
    return now ? { ...attempt, ...columnsOf(now) } : attempt;
  }),
  order,
});

async function saveCaptures(tx: Tx, orderId: string, captures: readonly Capture[]): Promise<void> {
  for (const { id, attemptId, paid, state } of captures) {
    await tx
      .insertInto("captures")
      .values({ id, order_id: orderId, attempt_id: attemptId, ...paid, state })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ state }))
      .execute();
  }
}

function attemptOf(row: AttemptRow): Attempt {
  const { id, amount, currency, hold } = row;
  return { id, price: { amount, currency }, hold, status: statusOf(row) };
}

const statusOf = ({ state, bucket }: AttemptRow): AttemptStatus =>
  state === "declined" ? { state, bucket: bucket ?? "unknown_outcome" } : { state };

const columnsOf = ({ status, hold }: Attempt): Pick<AttemptRow, "state" | "bucket" | "hold"> => ({
  state: status.state,
  bucket: status.state === "declined" ? status.bucket : null,
  hold,
});
