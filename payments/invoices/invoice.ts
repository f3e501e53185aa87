import type { Invoice } from "~/upstream/contract/invoices";
import { planById, type SoldPlan } from "../catalogue/plans";

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
export type IssuedInvoice = Invoice &
  Required<Pick<Invoice, "order_id" | "issued_at" | "issued_day" | "amount" | "currency">> & {
    renewal?: Required<NonNullable<Invoice["renewal"]>>;
  };
