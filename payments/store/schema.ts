import type { Generated, Insertable, Selectable } from "kysely";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { AffiliatePayload, AttemptState, DeclineBucket, OrderState } from "~/upstream/contract/purchase-result";
import type { LetterKind } from "../../mails/letter";
import type { DisputeTables } from "../disputes/tables";
import type { EntitlementTables } from "../entitlements/tables";
import type { HookTables } from "../hooks/tables";
import type { CouponHold } from "../machine/coupon";
import type { Capture, Order } from "../machine/order-record";
import type { ReconciliationTables } from "../reconcile/tables";
import type { RefundTables } from "../refunds/tables";
import type { StoreReportTables } from "../store-reports/tables";
import type { AuditTable } from "./audit-table";
import type { DeclarationsTable } from "./declaration-table";
import type { RedemptionsTable } from "./redemption-table";
import type { Resumes, SubscriptionTables } from "./subscription-tables";

/** Times are milliseconds since 1970. Amounts are major units, which are never added up, only compared for equality. */
export interface Tables
  extends SubscriptionTables,
    StoreReportTables,
    HookTables,
    EntitlementTables,
    ReconciliationTables,
    RefundTables,
    DisputeTables {
  orders: OrdersTable;
  /** What operators did by hand. */
  audit: AuditTable;
  attempts: AttemptsTable;
  captures: CapturesTable;
  /** The history of orders; what visitors did on the site is in `analytics_events`. */
  events: EventsTable;
  grants: GrantsTable;
  idempotency_keys: IdempotencyKeysTable;
  refused_keys: RefusedKeysTable;
  settings: { name: string; value: string };
  /** Used where copies share the database. */
  secrets: { name: string; value: string };
  accounts: AccountsTable;
  ended_links: EndedLinksTable;
  invoices: InvoicesTable;
  invoice_sends: { id: Generated<number>; invoice_number: number; at: number };
  /** Of tokens that passed and are not spent yet. */
  bot_check_tokens: { token: string; action: string; expires_at: number };
  mails: MailsTable;
  declarations: DeclarationsTable;
  redemptions: RedemptionsTable;
  order_letters: OrderLettersTable;
  /** When a mailbox was last written a kind of letter that it gets only so often; where each order has its own, its id follows. */
  last_letters: { kind: LetterKind; mailbox: string; at: number };
  analytics_events: AnalyticsEventsTable;
  conversions: ConversionsTable;
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

interface AccountsTable {
  user_id: number;
  /** Lower case. */
  email: string;
  /** 0 or 1; 0 for an account made on the web. */
  password_set: number;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  created_at: number;
}

/** What was signed for an account, and for orders with its address, before its owner ended that. */
interface EndedLinksTable {
  user_id: number;
  /** The account's, in lower case. */
  email: string;
  /** The first moment whose signs are good. */
  good_from: number;
}

/** What was granted or renewed and its price, as it was then. */
interface InvoicesTable {
  number: number;
  order_id: string;
  /** The renewal's charge; null for the order's own invoice. */
  charge_id: string | null;
  issued_at: number;
  amount: number;
  currency: string;
  /** JSON of the contract's invoice lines. */
  lines: string;
  /** Who sold it, as it stands on the invoice. */
  seller: string;
}

/** Mailbox and outbox: a mail to be sent by SMTP stays `queued` until a server has accepted it. */
interface MailsTable {
  id: Generated<number>;
  /** Null for a mail from before it was stored. */
  kind: LetterKind | null;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** The same as a document; null for a mail from before mails had one. */
  html: string | null;
  written_at: number;
  state: "queued" | "kept" | "sent" | "failed";
  tries: Generated<number>;
  next_try_at: number;
  /** Why the last try failed. */
  problem: string | null;
  /** Of the letter about an order that it carries. */
  letter_id: number | null;
}

/** Every letter about an order as it was written, which proves what its buyer was told. */
interface OrderLettersTable {
  id: Generated<number>;
  order_id: string;
  kind: LetterKind;
  language: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  html: string;
  /** SHA-256 of the plain text, in hex. */
  body_hash: string;
  written_at: number;
  /** When a mail server took it; null: none has, or that was before it was stored. */
  taken_at: number | null;
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
  provider: AttemptsTable["provider"];
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

export type OrderRow = Selectable<OrdersTable>;
export type NewAttempt = Insertable<AttemptsTable>;
export type AttemptRow = Selectable<AttemptsTable>;
export type AnalyticsEventRow = Selectable<AnalyticsEventsTable>;
export type NewAnalyticsEvent = Insertable<AnalyticsEventsTable>;
export type Conversion = Selectable<ConversionsTable>;
export type InvoiceRow = Selectable<InvoicesTable>;
export type OrderLetter = Selectable<OrderLettersTable>;
export type MailRow = Selectable<MailsTable>;
