import type { Generated, Selectable } from "kysely";
import type { AppStore } from "~/upstream/contract/store-tokens";

/** Times are milliseconds since 1970. */
export interface StoreReportTables {
  store_tokens: StoreTokensTable;
  /** With which token a purchase call came. */
  attempt_tokens: { attempt_id: string; token_id: string };
  store_reports: StoreReportsTable;
}

/** What an app store gave an app that led its user to the site. A token that comes twice is one. */
interface StoreTokensTable {
  /** Apple's `externalPurchaseId`; where nothing can be read, the token's SHA-256 in hex. */
  id: string;
  store: AppStore;
  /** `site`: it came with a visitor. `unreadable`: so did this one, but it names nothing to report. `store`: only Apple has named it. */
  origin: "site" | "unreadable" | "store";
  /** As it came, where it has to be sent or looked at; null: its id is all that it says. */
  token: string | null;
  bundle_id: string | null;
  storefront: string | null;
  programme: string | null;
  link: string | null;
  /** Of Apple's custom links: ACQUISITION or SERVICES. */
  token_type: string | null;
  /** When the store made it; where it does not say, when it came. */
  created_at: number;
  /** The end of its active period; null: it has none. */
  expires_at: number | null;
  arrived_at: number;
  /** The token of the same customer and period that reports in its place. */
  duplicate_of: string | null;
}

/** What has to be reported, was, or was refused: the work queue and the ledger in one. */
interface StoreReportsTable {
  /** Reports about one token are sent in this order, one at a time. */
  seq: Generated<number>;
  /** What happened, such as `sale:ord_…`: it is noted once, however often it is found. */
  event: string;
  token_id: string;
  store: AppStore;
  kind: "sale" | "renewal" | "refund" | "correction" | "no_sale" | "duplicate" | "unknown";
  /** Null: no order is meant. */
  order_id: string | null;
  /** Our id of the transaction for the store; null: there is none. */
  line_item_id: string | null;
  /** The transaction that this one belongs to: that of the first sale for a renewal, that of the payment for a refund. */
  reference: string | null;
  /** JSON of what was sold or given back, see facts.ts; null: nothing was. */
  facts: string | null;
  /** What the store takes of it, by docs/store-fees.json, as decimals; null: no row there fits. */
  fee_percent: string | null;
  fee_amount: string | null;
  /** Of a payment: how much of it is in refunds that were noted, in major units. */
  given_back: Generated<number>;
  noted_at: number;
  /** When it has to be reported at the latest. */
  due_at: number;
  /** 0 or 1: it was logged that the time runs out. */
  warned: Generated<number>;
  state: "waiting" | "reported" | "refused";
  /** Written before the first call, and the same in every later one. */
  request_id: string | null;
  tries: Generated<number>;
  next_try_at: number;
  /** Why the last try failed. */
  problem: string | null;
  reported_at: number | null;
}

export type StoreTokenRow = Selectable<StoreTokensTable>;
export type StoreReport = Selectable<StoreReportsTable>;

/** A report with what its token says. */
export type ReportOfToken = StoreReport & Pick<StoreTokenRow, "token" | "bundle_id" | "programme">;

/** One whose request id is written. */
export type ClaimedReport = ReportOfToken & { request_id: string };
