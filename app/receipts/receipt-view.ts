import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { type PaidView, paidView } from "~/offers/line-items";
import type { Invoice } from "~/upstream/contract/invoices";

/** By plan id, in the reader's language. */
export type PlanNames = ReadonlyMap<string, string>;

/** A receipt as a row of the list; all money and dates are text. */
export interface ReceiptRow {
  id: string;
  date: string;
  /** The date as machines read it. */
  day: string;
  plan: string;
  amount: string;
  state: Invoice["status"];
}

/** A receipt in full, as it is printed. */
export interface ReceiptView extends ReceiptRow {
  orderId: string;
  seller: string;
  buyer?: string;
  paid: PaidView;
}

/** A plan that is no longer on sale keeps the name that the invoice has for it. */
export function receiptRow(lang: LocaleCode, invoice: Invoice, planNames: PlanNames): ReceiptRow {
  const issued = new Date(invoice.issued_at);
  return {
    id: invoice.invoice_id,
    date: formatDay(lang, issued),
    day: issued.toISOString().slice(0, 10),
    plan: planNames.get(invoice.plan_id ?? "") ?? invoice.description,
    amount: formatMoney(lang, invoice),
    state: invoice.status,
  };
}

export function receiptView(lang: LocaleCode, invoice: Invoice, planNames: PlanNames, appName: string): ReceiptView {
  return {
    ...receiptRow(lang, invoice, planNames),
    orderId: invoice.order_id,
    seller: invoice.seller || appName,
    buyer: invoice.buyer_email || undefined,
    paid: paidView(lang, invoice.lines ?? [], invoice),
  };
}
