import type { Generated, Selectable } from "kysely";

/** Money that has to go back, is on its way, or went. Times are milliseconds since 1970, amounts major units. */
interface RefundsTable {
  id: string;
  /** The code of the driver. */
  driver: string;
  order_id: string;
  /** The provider's id of what was taken: of a capture, or of a renewal's charge. */
  capture_id: string;
  amount: number;
  currency: string;
  /** The same in every call. */
  key: string;
  reason: string;
  /** Whoever asked for it at the operator's; null: it follows from the order. */
  asked_by: string | null;
  /** `sent`: the provider has it. `failed`: the provider refuses it, a person has to look. `replaced`: another amount had to go back. */
  state: "due" | "sent" | "done" | "failed" | "replaced";
  noted_at: number;
  tries: Generated<number>;
  next_try_at: number;
  /** The provider's own id. */
  refund_id: string | null;
  /** Why the last try failed. */
  problem: string | null;
  done_at: number | null;
}

/** What went back of a capture, or of a renewal's charge, without us. A row where anything did. */
interface ReturnsTable {
  capture_id: string;
  /** All that went back by refunds, as the provider says, ours included. */
  total: number;
  /** Of it what was never in our refunds. */
  by_others: number;
  /** By disputes that were lost. */
  by_disputes: number;
}

export interface RefundTables {
  refunds: RefundsTable;
  capture_returns: ReturnsTable;
}

export type Refund = Selectable<RefundsTable>;
