import { z } from "zod";
import { INVOICE_NAMES, SENT_NAMES } from "~/upstream/contract/values/field-names";
import {
  amountRead,
  countryCode,
  currencyRead,
  email,
  identifier,
  instantRead,
  isoDay,
  momentRead,
  optional,
  textOr,
  wholeRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import { taxName, taxRate } from "./catalogue";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { renewal } from "./purchase-result";
import { sign, signedTime } from "./signed-link";

/** The owner of invoices: an app link's user, or, with a sign of purpose "receipts", the holder of a receipts key. */
export const invoiceOwner = z.object({
  user_id: z.number().int().safe(),
  signed_time: signedTime,
  sign,
});
export type InvoiceOwner = z.output<typeof invoiceOwner>;

const INVOICE_STATUSES = ["paid", "refunded", "pending", "void"] as const;
export const INVOICE_LINES = ["plan", "discount", "deduction", "coupon", "trial", "tax", "dueToday"] as const;

/** Other backends' words for the status of an invoice. */
const STATUS_WORDS: ReadonlyMap<string, (typeof INVOICE_STATUSES)[number]> = new Map([
  ...INVOICE_STATUSES.map((status) => [status, status] as const),
  ["success", "paid"],
  ["succeeded", "paid"],
  ["completed", "paid"],
  ["settled", "paid"],
  ["refund", "refunded"],
  ["voided", "void"],
  ["canceled", "void"],
  ["cancelled", "void"],
]);

/** `name` and `rate` (percent) belong to the tax line, where the API knows them. */
const invoiceLine = z.object({
  kind: z.enum(INVOICE_LINES),
  amount: z.number().finite(),
  name: optional(taxName),
  rate: optional(taxRate),
});

/** The most characters that each may have; `lines` of an address at most. */
export const DETAILS_LENGTHS = { name: 100, company: 150, address: 300, vat_id: 32, lines: 6 } as const;

/** One line of text: nothing that cannot be seen, but for the joiners of Persian and Indian words. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^(?:\P{C}|[\u200c\u200d])*$/u);

/** Versions of an invoice. */
export const MOST_VERSIONS = 100;

/** Whom a receipt is made out to, in the buyer's own words. */
const billedTo = z.object({
  name: line(DETAILS_LENGTHS.name).optional(),
  company: line(DETAILS_LENGTHS.company).optional(),
  address: z.array(line(DETAILS_LENGTHS.address)).max(DETAILS_LENGTHS.lines).optional(),
  vat_id: line(DETAILS_LENGTHS.vat_id).optional(),
});
export type BilledTo = z.output<typeof billedTo>;

/** Of the first one nothing is said but what the order says. */
const receiptVersion = z.object({ version: wholeRead.pipe(z.number().positive()), billed_to: optional(billedTo) });

/** Money of an invoice that went back; the amount is positive, and in the invoice's currency. */
const creditNote = z.object({
  credit_note_id: identifier,
  issued_at: momentRead,
  /** The day that it was where the buyer is. */
  issued_day: optional(isoDay),
  amount: amountRead,
});

const invoice = z.object({
  invoice_id: identifier,
  order_id: optional(identifier),
  /** Inside the site ISO 8601. */
  issued_at: optional(momentRead),
  /** The day that it was where the buyer is. */
  issued_day: optional(isoDay),
  description: textOr("", 200),
  amount: optional(amountRead),
  currency: optional(currencyRead),
  /** Invoices are made for paid orders only, so one without a status is paid. */
  status: z
    .string()
    .toLowerCase()
    .nullish()
    .transform((word) => (word == null ? "paid" : (STATUS_WORDS.get(word) ?? "pending")))
    .catch("pending"),
  plan_id: optional(identifier),
  /** The same lines as on the checkout; discounts are negative. */
  lines: optional(z.array(invoiceLine).max(20)),
  /** The next payment, as it was agreed at the sale. */
  renewal: optional(renewal),
  /** False: nothing more is charged for it. Missing: only a renewal that is told is known. */
  renews: optional(yesOrNo),
  /** The version of the terms that the buyer agreed to. */
  terms_version: optional(z.string().max(64)),
  /** Where it was bought: ISO 3166-1. */
  country_code: optional(countryCode),
  /** The merchant's name on the buyer's card statement. */
  statement: optional(z.string().max(64)),
  seller: optional(z.string().max(200)),
  buyer_email: optional(z.string().max(254)),
  /** Whom the latest version is made out to, and its number; missing: there is one version. */
  billed_to: optional(billedTo),
  version: optional(wholeRead.pipe(z.number().positive())),
  /** The oldest first. */
  earlier_versions: optional(z.array(receiptVersion).max(MOST_VERSIONS)),
  /** Until when its buyer can have a further version, and the last day of that. Missing: the API does not say. */
  details_until: optional(instantRead),
  details_day: optional(isoDay),
  /** What went back of it, the oldest first; missing: nothing, or the API does not say. */
  credit_notes: optional(z.array(creditNote).max(100)),
});
export type Invoice = z.output<typeof invoice>;

export const invoiceList = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/list`,
  summary: "The invoices of a signed visitor, newest first",
  body: invoiceOwner,
  answer: z.object({
    email_hint: textOr("", 254),
    invoices: z.array(invoice).max(500),
    /** What the sign opens: one order, or all that was bought with the account's address. Missing: the API does not say. */
    scope: optional(z.enum(["order", "account"])),
  }),
  list: { name: "invoices", item: invoice, names: INVOICE_NAMES },
  repeat: "always",
} as const satisfies Endpoint;

/**
 * Ends every link and key of an account that was made before, those of its orders included. Only for a sign that opens the account;
 * the answer has a new one, so that whoever asks is not locked out.
 */
export const endLinks = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/end_links`,
  summary: "End every older link and receipts key of an account",
  body: invoiceOwner,
  answer: z.object({ receipts: invoiceOwner }),
  repeat: "never",
} as const satisfies Endpoint;

/**
 * Makes a further version of an invoice; the ones before stay as they are. `version` is the one that the buyer saw: a repeated call is
 * answered as the first, and whoever saw an older one changes nothing (409 `details_changed`).
 */
export const invoiceDetails = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/details`,
  summary: "Make a further version of an invoice, made out as its buyer says",
  body: invoiceOwner.extend({ invoice_id: identifier, version: z.number().int().positive(), billed_to: billedTo }),
  answer: z.object({ version: wholeRead.pipe(z.number().positive()) }),
  repeat: "always",
} as const satisfies Endpoint;

/** The API allows at most three sends an hour per invoice, then answers 429 with Retry-After. */
export const invoiceSend = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/send`,
  summary: "Send an invoice by e-mail",
  body: invoiceOwner.extend({ email, invoice_id: identifier }),
  /** A successful answer without `sent` means that it was sent. */
  answer: z.object({
    sent: yesOrNo.nullish().transform((sent) => sent ?? true),
    invoice_id: optional(identifier),
    email: optional(z.string().max(254)),
  }),
  names: SENT_NAMES,
  repeat: "never",
} as const satisfies Endpoint;
