import type { Generated, Insertable, Selectable } from "kysely";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { AttemptState, DeclineBucket, OrderState } from "~/upstream/contract/purchase-result";
import type { CouponHold } from "../machine/coupon";
import type { Capture, Order } from "../machine/order-record";
import type { Resumes } from "../subscriptions/tables";

/** Times are milliseconds since 1970. Amounts are major units, which are never added up, only compared for equality. */
export interface OrderTables {
  orders: OrdersTable;
  attempts: AttemptsTable;
  captures: CapturesTable;
  /** The history of orders; what visitors did on the site is in `analytics_events`. */
  events: EventsTable;
  grants: GrantsTable;
  idempotency_keys: IdempotencyKeysTable;
  refused_keys: RefusedKeysTable;
}

interface OrdersTable {
  id: string;
  state: OrderState;
  grant_state: Order["grant"];
  plan_id: string;
  /** Lower case, so that one buyer is found in any spelling. */
  email: string;
  /** Whose mailbox the e-mail is, in any spelling. */
  mailbox: string;
  user_id: number | null;
  /** What all attempts of the browser that opened it share; null: it is like no other. */
  browser: string | null;
  country_code: string;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  /** The browser's id for analytics; null where the buyer has none. */
  front_id: string | null;
  /** The buyer's language; null where the purchase had none. */
  language: string | null;
  /** Of the buyer's browser; null where the purchase had none that is known. */
  time_zone: string | null;
  /** The version of the terms that the buyer agreed to; null where the purchase had none. */
  terms_version: string | null;
  /** The country of the network that the order was opened from; null where it is not known. */
  network_country: string | null;
  /** The app that it was ordered for; null for an order from before it was stored. */
  app_type: number | null;
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
  /** The unguessable part of the hosted page's address. */
  session: string;
  return_url: string;
  cancel_url: string;
  created_at: number;
  /** Null where nothing was due, so no provider was involved. */
  provider: ProviderCode | AppProviderCode | null;
  /** The provider's own id of the payment; until it is known, the attempt's. */
  reference: string;
  /** Where the buyer pays, an address or a path below our own origin; null: nowhere (yet). */
  pay_at: string | null;
  /** Until when the provider's page may take money; null: not known. */
  payable_until: number | null;
  /** JSON of what the provider is asked for, so that the same call can be made again; null where no provider is involved. */
  opening: string | null;
  /** The provider's id of the subscription that the payment began. */
  subscription_reference: string | null;
  /** How the provider brings back a renewal that was cancelled; null: it renews nothing, our clock does. */
  resumes: Resumes | null;
  /** The merchant's name on the buyer's statement. */
  statement: string | null;
  /** When the provider was told that nothing more is to be paid on its page; null: it was not. */
  closed_at: number | null;
  /** When the provider has said its last word of an attempt that was not paid; null: it may be asked. */
  settled_at: number | null;
  /** When the provider is asked next, if nothing rings; null: it is not, or its page is one of our own. */
  next_ask_at: number | null;
  /** JSON of what was sold, see catalogue/sold.ts. */
  sold: string;
  /** The trial that is sold; null: the period is. */
  trial_days: number | null;
  /** What each later period costs, in the attempt's currency; null: nothing is charged later. */
  renewal_amount: number | null;
  /** JSON of what the buyer agreed to, see orders/agreed.ts; null where the purchase said nothing of it. */
  agreement: string | null;
}

interface CapturesTable {
  id: string;
  order_id: string;
  attempt_id: string;
  amount: number;
  currency: string;
  state: Capture["state"];
  /** When the provider took it; null for one from before it was stored. */
  taken_at: number | null;
  /** What of a kept one has to go back. */
  given_back: Generated<number>;
  /** What went back or is on its way, by whomever: see refunds/. */
  returned: Generated<number>;
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

interface GrantsTable {
  order_id: string;
  /** The attempt that was paid for it. */
  attempt_id: string;
  email: string;
  user_id: number | null;
  starts_at: number;
  ends_at: number;
  /** 0 or 1: whether it was looked at for a store's token. */
  seen_for_stores: Generated<number>;
}

interface IdempotencyKeysTable {
  key: string;
  fingerprint: string;
  attempt_id: string;
  at: number;
}

interface RefusedKeysTable {
  key: string;
  /** The `seq` of the event before the first call with this key. */
  since_event: number;
  /** Of the last purchase that was refused with an order under way. */
  told_fingerprint: string | null;
}

export type OrderRow = Selectable<OrdersTable>;
export type NewAttempt = Insertable<AttemptsTable>;
export type AttemptRow = Selectable<AttemptsTable>;
