import type { Generated, Selectable } from "kysely";

/** The field `type` of what the operator is sent. */
export const ENTITLEMENT_EVENTS = [
  "account.activated",
  "account.extended",
  "account.refunded",
  "account.ended",
] as const;
export type EntitlementEventType = (typeof ENTITLEMENT_EVENTS)[number];

/** Times are milliseconds since 1970. */
export interface EntitlementTables {
  /** Orders whose paid time was changed. Written by triggers, see the migration: whatever changes it is noticed. */
  entitlement_queue: { order_id: string };
  entitlement_accounts: EntitlementAccountsTable;
  entitlement_events: EntitlementEventsTable;
}

/** What the operator's events have said of an account; none for one that never had paid time. */
interface EntitlementAccountsTable {
  user_id: number;
  paid_until: number;
  /** 0 or 1. */
  is_active: number;
  /** The number of the account's last event. */
  sequence: number;
  /** When an active one may have ended; null for one that is not active. */
  due_at: number | null;
}

interface EntitlementEventsTable {
  /** What receivers know it by. */
  id: string;
  user_id: number;
  /** Counts the events of the account. */
  sequence: number;
  type: EntitlementEventType;
  /** The order by which it came. */
  order_id: string;
  /** The body as it is sent, each time the same. */
  payload: string;
  /** `failed`: it was not taken within three days. */
  state: "waiting" | "sent" | "failed";
  created_at: number;
  tries: Generated<number>;
  next_try_at: number;
  give_up_at: number;
  sent_at: number | null;
  /** Why the last try failed. */
  problem: string | null;
}

export type EntitlementEvent = Selectable<EntitlementEventsTable>;
