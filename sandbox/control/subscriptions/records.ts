import { lastWholeDay } from "~/upstream/contract/deadlines";
import { buyerPlace, placeFactsOf } from "../../../payments/orders/buyer-place";
import type { Db } from "../../../payments/store/database";

const MOST_RECORDS = 200;

/** The newest subscriptions with the charges of their renewals, newest first; optionally of one buyer. */
export async function subscriptionRecords(db: Db, email?: string) {
  const rows = await db
    .selectFrom("subscriptions")
    .select([
      "id",
      "order_id",
      "source",
      "plan_id",
      "email",
      "user_id",
      "state",
      "amount",
      "currency",
      "is_trial",
      "renews",
      "period",
      "period_starts_at",
      "ends_at",
      "paid_until",
      "bought_at",
      "withdraw_until",
      "failed_at",
      "replaced_by",
      "stopped_by",
    ])
    .$if(email !== undefined, (query) => query.where("email", "=", (email ?? "").toLowerCase()))
    .orderBy("bought_at", "desc")
    .orderBy("id")
    .limit(MOST_RECORDS)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({ ...row, ends_day: await lastDayOf(db, row), charges: await chargesOf(db, row.id) })),
  );
}

export type SubscriptionRecord = Awaited<ReturnType<typeof subscriptionRecords>>[number];

const lastDayOf = async (db: Db, { order_id, ends_at }: { order_id: string; ends_at: number }) =>
  lastWholeDay(ends_at, buyerPlace(await placeFactsOf(db, order_id)));

const chargesOf = (db: Db, subscriptionId: string) =>
  db
    .selectFrom("subscription_charges")
    .select(["period", "amount", "given_back", "currency", "state", "starts_at", "ends_at"])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("period")
    .execute();
