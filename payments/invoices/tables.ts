import type { Generated, Selectable } from "kysely";

/** Times are milliseconds since 1970. Amounts are major units. */
export interface InvoiceTables {
  invoices: InvoicesTable;
  credit_notes: CreditNotesTable;
  invoice_details: InvoiceDetailsTable;
  invoice_sends: { id: Generated<number>; invoice_number: number; at: number };
}

/** What was granted or renewed and its price, as it was then. */
interface InvoicesTable {
  number: number;
  order_id: string;
  /** The renewal's charge; null for the order's own invoice. */
  charge_id: string | null;
  /** The provider's id of the money it is for: of a capture, or of a renewal's charge; null: nothing was due. */
  capture_id: string | null;
  issued_at: number;
  amount: number;
  currency: string;
  /** JSON of the contract's invoice lines. */
  lines: string;
  /** Who sold it, as it stands on the invoice. */
  seller: string;
}

/** A further version of an invoice, made out as its buyer says. A row is never changed; the first version is the invoice itself. */
interface InvoiceDetailsTable {
  invoice_number: number;
  /** 2 and on. */
  version: number;
  name: string | null;
  company: string | null;
  /** JSON of its lines. */
  address: string;
  vat_id: string | null;
  written_at: number;
}

/** Money that went back. A row is never changed. */
interface CreditNotesTable {
  number: number;
  /** `refund`: we gave it; `refund_elsewhere`: others did, at the provider. `dispute_won`: what a lost one had taken came back. */
  kind: "refund" | "refund_elsewhere" | "dispute_lost" | "dispute_won";
  /** The code of the driver. */
  driver: string;
  order_id: string;
  capture_id: string;
  /** The invoice that it corrects; null: of money that none was made for, as of a payment made twice. */
  invoice_number: number | null;
  /** The refund's id, or the dispute's; null: the provider only told how much went back in all. */
  source_id: string | null;
  /** What the buyer got; of a dispute that was won after it was lost it is negative, as is the tax. */
  amount: number;
  /** In the amount. */
  tax: number;
  currency: string;
  /** When the provider said so. */
  issued_at: number;
  /** 0 or 1: it is from before credit notes, and the time is the best that was known. */
  is_estimated: Generated<number>;
}

export type InvoiceRow = Selectable<InvoicesTable>;
export type InvoiceDetailsRow = Selectable<InvoiceDetailsTable>;
export type CreditNoteRow = Selectable<CreditNotesTable>;
