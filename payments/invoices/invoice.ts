import type { Invoice } from "~/upstream/contract/invoices";
import type { Sold } from "../catalogue/sold";

/** An invoice's id for buyers, such as INV-000042. */
export const invoiceIdOf = (number: number): string => `INV-${String(number).padStart(6, "0")}`;

/** Undefined where the text is not an invoice id. */
export function invoiceNumberOf(invoiceId: string): number | undefined {
  const digits = /^INV-(\d{6,12})$/.exec(invoiceId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The sold plan in English. */
export const describeSold = (sold: Sold, trialDays: number | null): string =>
  trialDays === null ? describePeriod(sold) : `VPN subscription, trial of ${trialDays} days`;

/** What a renewal is for, in English. */
export const describeRenewal = (sold: Sold): string => `${describePeriod(sold)}, renewal`;

function describePeriod({ interval, interval_count: count }: Sold): string {
  return `VPN subscription, ${count} ${interval}${count === 1 ? "" : "s"}`;
}

/** An invoice with the fields that are always sent. */
export type IssuedInvoice = Invoice &
  Required<Pick<Invoice, "order_id" | "issued_at" | "issued_day" | "amount" | "currency">> & {
    renewal?: Required<NonNullable<Invoice["renewal"]>>;
  };
