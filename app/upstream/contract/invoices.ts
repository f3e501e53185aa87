import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { amount, currencyCode, email, identifier } from "./scalars";

/** Who asks for invoices: the signed visitor, or, with a sign of purpose "receipts", the holder of a receipt key. */
export const invoiceOwner = z.object({
  user_id: z.number().int().safe(),
  signed_time: z.string().regex(/^(\d{10}|\d{13})$/),
  sign: z.string().regex(/^[0-9a-f]{64}$/i),
});
export type InvoiceOwner = z.output<typeof invoiceOwner>;

export const INVOICE_STATUSES = ["paid", "refunded", "pending", "void"] as const;
export const INVOICE_LINES = ["plan", "discount", "deduction", "coupon", "trial", "tax", "dueToday"] as const;

const invoice = z.object({
  invoice_id: identifier,
  order_id: identifier,
  /** An instant, ISO 8601. */
  issued_at: z.iso.datetime({ offset: true }),
  description: z.string().max(200),
  amount,
  currency: currencyCode,
  status: z.enum(INVOICE_STATUSES).catch("pending"),
  plan_id: identifier.optional(),
  /** The same lines as the checkout's; what is taken off is negative. */
  lines: z
    .array(z.object({ kind: z.enum(INVOICE_LINES), amount: z.number().finite() }))
    .max(20)
    .optional(),
  seller: z.string().max(200).optional(),
  buyer_email: z.string().max(254).optional(),
});
export type Invoice = z.output<typeof invoice>;

export const invoiceList = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/list`,
  summary: "The invoices of a signed visitor, newest first",
  body: invoiceOwner,
  answer: z.object({ email_hint: z.string().max(254).default(""), invoices: z.array(invoice).max(500) }),
  repeat: "always",
} as const satisfies Endpoint;

/** At most three an hour for an invoice: 429 with Retry-After. */
export const invoiceSend = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/send`,
  summary: "Send an invoice by e-mail",
  body: invoiceOwner.extend({ email, invoice_id: identifier }),
  answer: z.object({ sent: z.boolean(), invoice_id: identifier, email: z.string().max(254) }),
  repeat: "never",
} as const satisfies Endpoint;
