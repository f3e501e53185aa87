import Big from "big.js";
import { sql } from "kysely";
import { type Money, sumOf } from "../machine/money";
import type { AttemptRow } from "../orders/tables";
import type { Db, Tx } from "../store/database";

/** What a provider took: a capture of an order's payment, or the charge of a renewal. */
export interface Taken {
  id: string;
  kind: "capture" | "charge";
  orderId: string;
  amount: number;
  currency: string;
  /** How much of it has to go back in all. */
  toReturn: number;
  /** How much went back or is on its way. */
  returned: number;
}

const TO_RETURN = sql<number>`case when state = 'refunded' then amount else given_back end`;
/** As in the indexes of migration 039. */
const IS_DUE = sql<boolean>`returned < ${TO_RETURN}`;

const captures = (db: Db | Tx) =>
  db
    .selectFrom("captures")
    .select(["id", "order_id as orderId", "amount", "currency", "returned"])
    .select([sql.lit("capture" as const).as("kind"), TO_RETURN.as("toReturn")]);

const charges = (db: Db | Tx) =>
  db
    .selectFrom("subscription_charges")
    .select(["id", "amount", "currency", "returned"])
    .select([sql.lit("charge" as const).as("kind"), TO_RETURN.as("toReturn")])
    .select(({ selectFrom }) =>
      selectFrom("subscriptions")
        .select("order_id")
        .whereRef("subscriptions.id", "=", "subscription_id")
        .$asScalar()
        .$notNull()
        .as("orderId"),
    );

/** What has to go back, and is not on its way. Ids first: for them alone the indexes are enough. */
export async function toReturn(db: Db | Tx, most: number): Promise<Taken[]> {
  const dueOfOrders = db.selectFrom("captures").select("id").where(IS_DUE).limit(most);
  const dueOfRenewals = db.selectFrom("subscription_charges").select("id").where(IS_DUE).limit(most);
  const ofOrders = await captures(db).where("id", "in", dueOfOrders).execute();
  const ofRenewals = await charges(db).where("id", "in", dueOfRenewals).execute();
  return [...ofOrders, ...ofRenewals];
}

export async function takenById(db: Db | Tx, id: string): Promise<Taken | undefined> {
  return (
    (await captures(db).where("id", "=", id).executeTakeFirst()) ??
    (await charges(db).where("id", "=", id).executeTakeFirst())
  );
}

/** What can still be given back of an order: what is kept of it and its renewals, or a wrong amount that waits for a person. The latest first. */
export async function heldOf(db: Db | Tx, orderId: string): Promise<Taken[]> {
  const renewals = await charges(db)
    .where("state", "=", "kept")
    .where("subscription_id", "in", (eb) =>
      eb.selectFrom("subscriptions").select("subscriptions.id").where("order_id", "=", orderId),
    )
    .orderBy("at", "desc")
    .execute();
  const first = captures(db).where("state", "in", ["kept", "disputed"]).where("order_id", "=", orderId);
  return [...renewals, ...(await first.execute())];
}

/** The attempt by which it was paid; of a renewal, the one that began the subscription. */
export async function attemptOf(db: Db | Tx, { id, kind, orderId }: Taken): Promise<AttemptRow | undefined> {
  const of = db.selectFrom("attempts").selectAll("attempts");
  if (kind === "capture")
    return of
      .innerJoin("captures", "captures.attempt_id", "attempts.id")
      .where("captures.id", "=", id)
      .executeTakeFirst();
  return of
    .innerJoin("grants", "grants.attempt_id", "attempts.id")
    .where("grants.order_id", "=", orderId)
    .executeTakeFirst();
}

/** One sum for each currency. */
export function sumsOf(money: readonly Money[]): Money[] {
  const currencies = [...new Set(money.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const amounts = money.filter((one) => one.currency === currency).map(({ amount }) => amount);
    return { amount: sumOf(amounts), currency };
  });
}

/** Where it was taken; of a renewal its subscription says so, as one that was imported was begun elsewhere. */
export async function driverOf(db: Db | Tx, taken: Taken): Promise<string | undefined> {
  const renewed = await db
    .selectFrom("subscription_charges as charge")
    .innerJoin("subscriptions", "subscriptions.id", "charge.subscription_id")
    .select("driver")
    .where("charge.id", "=", taken.id)
    .executeTakeFirst();
  return renewed?.driver ?? (await attemptOf(db, taken))?.provider ?? undefined;
}

export const lessBy = (amount: number, less: number): number => Big(amount).minus(less).toNumber();
