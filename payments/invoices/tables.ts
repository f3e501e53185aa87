import type { Generated, Selectable } from "kysely";

/** Times are milliseconds since 1970. Amounts are major units. */
export interface InvoiceTables {
  invoices: InvoicesTable;
  invoice_sends: { id: Generated<number>; invoice_number: number; at: number };
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

export type InvoiceRow = Selectable<InvoicesTable>;
