import type { Generated, Insertable, Selectable } from "kysely";
import type { AttemptState, DeclineBucket, OrderState } from "~/upstream/contract/purchase-result";
import type { CouponHold } from "../machine/coupon";
import type { Capture, Order } from "../machine/order-record";

/** Times are milliseconds since 1970; amounts are major units, written once and compared for equality, never summed. */
export interface Tables {
  orders: OrdersTable;
  attempts: AttemptsTable;
  captures: CapturesTable;
  events: EventsTable;
  due_reports: DueReportsTable;
  grants: GrantsTable;
  idempotency_keys: IdempotencyKeysTable;
  settings: { name: string; value: string };
}

interface OrdersTable {
  id: string;
  state: OrderState;
  grant_state: Order["grant"];
  plan_id: string;
  /** Lower case: one buyer however they type it. */
  email: string;
  user_id: number | null;
  country_code: string;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  created_at: number;
  expires_at: number;
}

interface AttemptsTable {
  id: string;
  order_id: string;
  position: number;
  state: AttemptState;
  bucket: DeclineBucket | null;
  amount: number;
  currency: string;
  coupon_id: string | null;
  hold: CouponHold | null;
  /** Names the hosted page; unguessable. */
  session: string;
  return_url: string;
  cancel_url: string;
  created_at: number;
}

interface CapturesTable {
  id: string;
  order_id: string;
  attempt_id: string;
  amount: number;
  currency: string;
  state: Capture["state"];
}

interface EventsTable {
  seq: Generated<number>;
  order_id: string;
  attempt_id: string | null;
  /** The provider's own id: an event is taken in once, however often it is delivered. */
  provider_event_id: string | null;
  type: string;
  /** JSON. */
  detail: string;
  at: number;
}

/** What a provider will report later. The row's id is the provider's event id, so a repeated delivery is harmless. */
interface DueReportsTable {
  id: string;
  order_id: string;
  attempt_id: string;
  due_at: number;
  /** JSON of a report. */
  report: string;
}

interface GrantsTable {
  order_id: string;
  email: string;
  user_id: number | null;
  starts_at: number;
  ends_at: number;
}

interface IdempotencyKeysTable {
  key: string;
  fingerprint: string;
  attempt_id: string;
  at: number;
}

export type OrderRow = Selectable<OrdersTable>;
export type NewAttempt = Insertable<AttemptsTable>;
export type AttemptRow = Selectable<AttemptsTable>;
export type EventRow = Selectable<EventsTable>;
export type GrantRow = Selectable<GrantsTable>;
