import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import type { Context } from "../../context";
import { inTurn } from "../../rounds";
import { readSettings } from "../../store/settings";
import { subscriptionById } from "../owned";
import { failRenewal } from "./fail-renewal";

/** Granted so long before it is needed, so that no moment is without. */
const AHEAD_MS = millisecondsInHour;

/**
 * What a provider has not reported paid is never renewed by our clock: it runs on for the operator's days of grace, and then counts as a
 * renewal that failed. Runs regularly.
 */
export async function tendGrace(context: Context): Promise<void> {
  const graceMs = (await readSettings(context.db)).grace_days * millisecondsInDay;
  await grantGrace(context, graceMs);
  await failUnpaid(context, graceMs);
}

async function grantGrace({ db, now }: Context, graceMs: number): Promise<void> {
  if (graceMs === 0) return;
  await db
    .updateTable("grants")
    .from("subscriptions")
    .set(({ ref, val, eb }) => ({ ends_at: eb(ref("subscriptions.ends_at"), "+", val(graceMs)) }))
    .whereRef("grants.order_id", "=", "subscriptions.order_id")
    .whereRef("grants.ends_at", "=", "subscriptions.ends_at")
    .where("driver", "is not", null)
    .where("state", "in", ["active", "past_due"])
    .where("subscriptions.ends_at", "<=", now() + AHEAD_MS)
    .execute();
}

async function failUnpaid(context: Context, graceMs: number): Promise<void> {
  const unpaid = await context.db
    .selectFrom("subscriptions")
    .select("id")
    .where("driver", "is not", null)
    .where("state", "=", "active")
    .where("ends_at", "<=", context.now() - graceMs)
    .execute();
  await inTurn(context, unpaid, ({ id }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await subscriptionById(tx, id);
      if (row?.state === "active" && row.ends_at <= context.now() - graceMs) await failRenewal(context, tx, row);
    }),
  );
}
