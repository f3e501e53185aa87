import type { Generated, Insertable, Selectable } from "kysely";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { AffiliatePayload } from "~/upstream/contract/purchase-result";

/** Times are milliseconds since 1970. */
export interface AnalyticsTables {
  analytics_events: AnalyticsEventsTable;
  conversions: ConversionsTable;
}

/** An event as the site sent it, with what pages and the funnel ask for in columns of its own; null where the purchase had none. */
interface AnalyticsEventsTable {
  /** In the order of arrival. */
  seq: Generated<number>;
  /** An event sent twice has the same one, and is stored once. */
  event_id: string;
  name: string;
  /** When it happened, as the site says. */
  at: number;
  /** JSON of the call's user_id. */
  user_id: string;
  front_id: string | null;
  language: string | null;
  provider: string | null;
  channel: string | null;
  /** Whether the visitor's page ran scripts. */
  scripts: "on" | "off" | null;
  /** The route with its language, or the page's path. */
  page: string | null;
  /** Only of pay_result. */
  order_id: string | null;
  /** JSON of the whole event. */
  event: string;
}

/** What is reported to an affiliate network of an order: one row for each order that was granted, which a refund only marks. */
interface ConversionsTable {
  order_id: string;
  plan_id: string;
  /** Null where nothing was due. */
  provider: ProviderCode | AppProviderCode | null;
  amount: number;
  currency: string;
  country_code: string;
  /** The affiliate network that sent the buyer, and its click; null where none did. */
  network: AffiliatePayload["type"] | null;
  click: string | null;
  front_id: string | null;
  at: number;
  refunded_at: number | null;
}

export type AnalyticsEventRow = Selectable<AnalyticsEventsTable>;
export type NewAnalyticsEvent = Insertable<AnalyticsEventsTable>;
export type Conversion = Selectable<ConversionsTable>;
