import type { AnalyticsTables } from "../analytics/tables";
import type { DeclarationsTable } from "../declarations/tables";
import type { DisputeTables } from "../disputes/tables";
import type { EntitlementTables } from "../entitlements/tables";
import type { HookTables } from "../hooks/tables";
import type { InvoiceTables } from "../invoices/tables";
import type { AccountTables } from "../links/tables";
import type { MailTables } from "../mail/tables";
import type { OperatorTables } from "../operator/tables";
import type { OrderTables } from "../orders/tables";
import type { ReconciliationTables } from "../reconcile/tables";
import type { RedemptionsTable } from "../redemptions/tables";
import type { RefundTables } from "../refunds/tables";
import type { StoreReportTables } from "../store-reports/tables";
import type { SubscriptionTables } from "../subscriptions/tables";
import type { AuditTable } from "./audit-table";

/** All tables: each stands in the folder whose it is. */
export interface Tables
  extends OrderTables,
    SubscriptionTables,
    RefundTables,
    DisputeTables,
    HookTables,
    EntitlementTables,
    ReconciliationTables,
    InvoiceTables,
    MailTables,
    AccountTables,
    StoreReportTables,
    AnalyticsTables,
    OperatorTables {
  /** What operators did by hand. */
  audit: AuditTable;
  declarations: DeclarationsTable;
  redemptions: RedemptionsTable;
  settings: { name: string; value: string };
  /** Used where copies share the database. */
  secrets: { name: string; value: string };
  /** Of tokens that passed and are not spent yet. */
  bot_check_tokens: { token: string; action: string; expires_at: number };
}
