import type { Generated, Selectable } from "kysely";

/** A genuine webhook, which is also the work that it leaves: to ask its provider. Times are milliseconds since 1970. */
interface HookEventsTable {
  /** The driver's code. */
  driver: string;
  /** The provider's id: an event that is delivered again is the same row. */
  event_id: string;
  /** The provider's word for what happened. */
  kind: string;
  /** What to ask about, by whichever ids the event has: the provider's of the payment, our attempt's, a capture's, a subscription's. */
  payment: string | null;
  attempt_id: string | null;
  capture_id: string | null;
  subscription: string | null;
  received_at: number;
  /** `ignored`: it concerns nothing that is ours. */
  state: "waiting" | "done" | "failed" | "ignored";
  tries: Generated<number>;
  next_try_at: number;
  /** Why the last try failed. */
  problem: string | null;
}

export interface HookTables {
  hook_events: HookEventsTable;
}

export type HookEvent = Selectable<HookEventsTable>;
