import type { DisputeFact } from "../drivers/driver";

/** Payments that a buyer's bank takes back, or asks about. Times are milliseconds since 1970, amounts major units. */
interface DisputesTable {
  /** The provider's id. */
  id: string;
  driver: string;
  capture_id: string;
  order_id: string;
  state: DisputeFact["state"];
  amount: number;
  currency: string;
  /** The provider's word for it. */
  reason: string;
  /** Until when evidence is taken; null: none is wanted, or none any more. */
  evidence_by: number | null;
  noted_at: number;
  /** Until when the order was granted before the dispute ended that; null: it did not. */
  paused_until: number | null;
  /** JSON of what could be shown when it arrived, see evidence.ts; null for one from before that was stored. */
  evidence: string | null;
}

export interface DisputeTables {
  disputes: DisputesTable;
}
