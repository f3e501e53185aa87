import type { Invoice } from "~/upstream/contract/invoices";
import { planById, type SoldPlan } from "../catalog";

export const SELLER = "Sandbox VPN Ltd., 1 Test Street, Exampleton";

/** An invoice's id for buyers, such as INV-000042. */
export const invoiceIdOf = (number: number): string => `INV-${String(number).padStart(6, "0")}`;

/** Undefined where the text is not an invoice id. */
export function invoiceNumberOf(invoiceId: string): number | undefined {
  const digits = /^INV-(\d{6,12})$/.exec(invoiceId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The sold plan in English. */
export function describePlan(planId: string, trialDays: number | null): string {
  const plan = planById(planId);
  if (!plan) return `VPN subscription (${planId})`;
  return trialDays === null ? describePeriod(plan) : `VPN subscription, trial of ${trialDays} days`;
}

/** What a renewal is for, in English. */
export function describeRenewal(planId: string): string {
  const plan = planById(planId);
  return plan ? `${describePeriod(plan)}, renewal` : describePlan(planId, null);
}

function describePeriod({ interval, interval_count: count }: SoldPlan): string {
  return `VPN subscription, ${count} ${interval}${count === 1 ? "" : "s"}`;
}

/** An invoice with the fields that the sandbox always sends. */
export type IssuedInvoice = Invoice & Required<Pick<Invoice, "order_id" | "issued_at" | "amount" | "currency">>;

/** The invoice as text, for a plain-text mail. */
export function invoiceText(invoice: IssuedInvoice): string {
  const { currency, amount: total, lines = [] } = invoice;
  const known = lines.length > 0 ? lines : [{ kind: "dueToday", amount: total } as const];
  const rows = known.map((line) => `${nameOf(line).padEnd(12)} ${line.amount.toFixed(2).padStart(10)} ${currency}`);
  return [
    `Invoice ${invoice.invoice_id} of ${invoice.issued_at.slice(0, 10)} (${invoice.status})`,
    `Order ${invoice.order_id}`,
    "",
    invoice.description,
    ...rows,
    "",
    invoice.seller ?? SELLER,
  ].join("\n");
}

type Line = NonNullable<Invoice["lines"]>[number];

const nameOf = ({ kind, name, rate }: Line): string => (name ? `${name} ${rate}%` : LINE_NAMES[kind]);

const LINE_NAMES: Record<Line["kind"], string> = {
  plan: "Plan",
  discount: "Discount",
  deduction: "Deduction",
  coupon: "Coupon",
  trial: "Trial",
  tax: "Tax included",
  dueToday: "Paid",
};
