import { sql } from "kysely";
import { PAY_RESULT } from "../../payments/analytics/event-row";
import type { Conversion } from "../../payments/analytics/tables";
import type { Db } from "../../payments/store/database";

/** A conversion, and how many pay_result events report its order: there should be one. */
export interface LedgerLine extends Conversion {
  pay_results: number;
}

const lines = (db: Db) =>
  db
    .selectFrom("conversions")
    .leftJoin("analytics_events", "analytics_events.order_id", "conversions.order_id")
    .selectAll("conversions")
    .select((eb) => eb.fn.count<number>("analytics_events.seq").as("pay_results"))
    .groupBy("conversions.order_id");

/** Newest first; without a limit all of them. */
export const ledgerLines = (db: Db, limit?: number): Promise<LedgerLine[]> =>
  lines(db)
    .orderBy("conversions.at", "desc")
    .orderBy("conversions.order_id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

export interface LedgerSum {
  /** Null: no affiliate network sent the buyer. */
  network: Conversion["network"];
  orders: number;
  refunded: number;
  /** Orders with exactly one pay_result, with none, and with more. */
  once: number;
  never: number;
  more: number;
}

/** How many orders each network sent, and how many of them pay_result reported. */
export const ledgerSums = (db: Db): Promise<LedgerSum[]> =>
  db
    .selectFrom(lines(db).as("line"))
    .select(({ fn }) => [
      "network",
      fn.countAll<number>().as("orders"),
      fn.count<number>("refunded_at").as("refunded"),
      fn.countAll<number>().filterWhere("pay_results", "=", 1).as("once"),
      fn.countAll<number>().filterWhere("pay_results", "=", 0).as("never"),
      fn.countAll<number>().filterWhere("pay_results", ">", 1).as("more"),
    ])
    .groupBy("network")
    .orderBy(sql`network is null`)
    .orderBy("network")
    .execute();

/** How many pay_result events tell of no order that was ever done. */
export async function strayPayResults(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("analytics_events")
    .leftJoin("conversions", "conversions.order_id", "analytics_events.order_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("name", "=", PAY_RESULT)
    .where("conversions.order_id", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
