import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import type { Context } from "../../context";
import { inTurn } from "../../rounds";
import { readSettings } from "../../store/settings";
import { subscriptionById } from "../owned";
import type { SubscriptionRow } from "../tables";
import { failRenewal } from "./fail-renewal";

/** Granted so long before it is needed, so that no moment is without. */
const AHEAD_MS = millisecondsInHour;

/** Not while its provider takes the payment on a later day. */
const isUnpaid = ({ state, ends_at, renews_at }: SubscriptionRow, before: number): boolean =>
  state === "active" && Math.max(ends_at, renews_at ?? 0) <= before;

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
    .set(({ ref, val, eb, fn }) => {
      const ends = ref("subscriptions.ends_at");
      const later = eb.case().when("renews_at", ">", ends).then(fn.coalesce("renews_at", ends)).else(ends).end();
      return { ends_at: eb(later, "+", val(graceMs)) };
    })
    .whereRef("grants.order_id", "=", "subscriptions.order_id")
    .whereRef("grants.ends_at", "=", "subscriptions.ends_at")
    .where("driver", "is not", null)
    .where("state", "in", ["active", "past_due"])
    .where("subscriptions.ends_at", "<=", now() + AHEAD_MS)
    .execute();
}

async function failUnpaid(context: Context, graceMs: number): Promise<void> {
  const before = context.now() - graceMs;
  const unpaid = await context.db
    .selectFrom("subscriptions")
    .select("id")
    .where("driver", "is not", null)
    .where("state", "=", "active")
    .where("ends_at", "<=", before)
    .where((eb) => eb.or([eb("renews_at", "is", null), eb("renews_at", "<=", before)]))
    .execute();
  await inTurn(context, unpaid, ({ id }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await subscriptionById(tx, id);
      if (row && isUnpaid(row, before)) await failRenewal(context, tx, row);
    }),
  );
}
