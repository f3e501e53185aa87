import type { Generated, Selectable } from "kysely";
import type { Movement } from "../drivers/driver";

/** What is wrong with a line. A line of ours that the provider has taken back is `only_ours`, too. */
export type DifferenceKind = "only_theirs" | "only_ours" | "other_amount" | "other_currency";

/** One day of one provider's books. */
interface ReconciliationsTable {
  /** The code of the driver. */
  driver: string;
  /** In UTC: "2026-11-28". */
  day: string;
  state: "due" | "compared";
  /** When all that moved on it is in the provider's books. */
  complete_at: number;
  /** How often in a row it could not be compared. */
  tries: Generated<number>;
  next_try_at: number;
  /** Why it could not be compared the last time. */
  problem: string | null;
  compared_at: number | null;
  /** How many there are, of which `reconciliation_differences` has the first. */
  differences: Generated<number>;
}

interface DifferencesTable {
  id: Generated<number>;
  driver: string;
  day: string;
  what: DifferenceKind;
  kind: Movement["kind"];
  /** The provider's id of the line. */
  line_id: string;
  capture_id: string;
  theirs: number | null;
  theirs_currency: string | null;
  ours: number | null;
  ours_currency: string | null;
  /** Where the provider has it, when it says that it moved; else when we say so. */
  at: number;
}

/** Times are milliseconds since 1970, amounts major units. */
export interface ReconciliationTables {
  reconciliations: ReconciliationsTable;
  reconciliation_sums: {
    driver: string;
    day: string;
    currency: string;
    kind: Movement["kind"];
    theirs: number;
    ours: number;
  };
  reconciliation_differences: DifferencesTable;
  /** What others gave back of a capture, by the day on which it was found in the provider's books. */
  reconciliation_returns: { driver: string; day: string; capture_id: string; amount: number };
}

export type Reconciliation = Selectable<ReconciliationsTable>;
