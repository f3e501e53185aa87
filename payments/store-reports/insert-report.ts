import type { Insertable } from "kysely";
import type { Tx } from "../store/database";
import type { StoreReportTables } from "./tables";

type NewReport = Omit<Insertable<StoreReportTables["store_reports"]>, "state" | "next_try_at" | "tries" | "request_id">;

/** Puts a report into the queue. The same event is reported once. */
export const insertReport = (tx: Tx, report: NewReport) =>
  tx
    .insertInto("store_reports")
    .values({ ...report, state: "waiting", next_try_at: report.noted_at })
    .onConflict((conflict) => conflict.column("event").doNothing())
    .execute();
