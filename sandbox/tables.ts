import type { Generated, Kysely } from "kysely";
import type { Db, Tx } from "../payments/store/database";
import type { Tables } from "../payments/store/schema";
import type { Fault } from "./faults/fault";

/** The database's file, which is not that of real orders. */
export const SANDBOX_DATABASE = "sandbox.db";

/** What only the sandbox has in the database of its payments API: faults, and the memory of simulated providers. */
type SandboxTables = {
  due_reports: DueReportsTable;
  faults: Omit<Fault, "id"> & { id: Generated<number> };
};

/** A provider's report for later: when it is asked, or by a webhook. */
export interface DueReportsTable {
  id: string;
  /** The provider's own event id, so that a repeated delivery is ignored. */
  event_id: string;
  order_id: string;
  attempt_id: string;
  /** From this time the provider says so if asked. */
  due_at: number;
  /** When its webhook arrives; null: never. */
  webhook_at: number | null;
  /** Orders reports of the same time. */
  seq: number;
  /** JSON of a report. */
  report: string;
}

/** The same database, or transaction, with the sandbox's tables. */
export const withSandbox = (db: Db | Tx): Kysely<Tables & SandboxTables> => db.withTables<SandboxTables>();
