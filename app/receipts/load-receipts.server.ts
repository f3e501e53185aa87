import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { periodWords } from "~/offers/sale/period-words.server";
import { loadPlans } from "~/upstream/catalogue.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { Invoice, InvoiceOwner } from "~/upstream/contract/invoices";
import { type InvoiceList, listInvoices } from "~/upstream/invoices.server";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import { forgottenHereCookie } from "~/visitor/sealed-cookies.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import {
  type Answered,
  askForOwners,
  type ReceiptAsker,
  type ReceiptOwner,
  receiptAsker,
  together,
} from "./receipt-owner.server";
import type { PlanNames } from "./receipt-view.server";

/** An invoice, whose it is, and their e-mail address, partly hidden. */
type OwnedInvoice = Invoice & { owner: InvoiceOwner; emailHint: string };

/** The receipts to show, or why there are none. `refused`: whom the payments API no longer accepts; see askForOwners. */
export type Receipts =
  | ({ kind: "list"; invoices: OwnedInvoice[]; scope: InvoiceList["scope"]; refused: InvoiceOwner[] } & Pick<
      ReceiptOwner,
      "owners" | "by" | "key"
    >)
  | { kind: "nobody" }
  | { kind: "brokenKey" | "ended" | "forgotten"; refused?: InvoiceOwner[] }
  /** `retryAfter`: seconds. */
  | { kind: "unavailable"; retryAfter: number };

/** The asker's invoices, or why there are none to show. Never throws UpstreamError. */
async function loadReceipts(asker: ReceiptAsker): Promise<Receipts> {
  if (asker.kind !== "owner") return asker;
  const found = await askForOwners(asker, listInvoices);
  if (found.kind !== "answered") return found;
  const { owners, by, key } = asker;
  const { answers, refused } = found;
  return { kind: "list", invoices: invoicesIn(answers), scope: scopeOf(answers), owners, by, key, refused };
}

type Answers = readonly Answered<InvoiceList>[];

function invoicesIn(answers: Answers): OwnedInvoice[] {
  const lists = answers.map(({ owner, answer: { invoices, email_hint: emailHint } }) =>
    invoices.map((invoice) => ({ ...invoice, owner, emailHint })),
  );
  return together(lists, ({ invoice_id: id, issued_at: at }) => ({ id, at }));
}

/** Undefined where the payments API does not say what every one of the signs opens. */
function scopeOf(answers: Answers): InvoiceList["scope"] {
  const [scope, ...others] = new Set(answers.map(({ answer }) => answer.scope));
  return others.length === 0 ? scope : undefined;
}

export interface OpenedReceipts {
  visitor: Visitor;
  receipts: Receipts;
  planNames: PlanNames;
  status: number;
  headers: Headers;
}

/** What a page about receipts needs: the visitor, the receipts, and the response's status and headers. */
export async function openReceipts(lang: LocaleCode, request: Request): Promise<OpenedReceipts> {
  const visitor = await visitorOf(request);
  const asker = await receiptAsker(request, visitor);
  const naming = asker.kind === "owner" ? planNames(lang, visitor) : new Map<string, string>();
  const [receipts, names] = await Promise.all([loadReceipts(asker), naming]);
  if (receipts.kind === "brokenKey" || receipts.kind === "ended" || receipts.kind === "forgotten")
    log.warn({ requestId: visitor.requestId, reason: receipts.kind }, "receipts were refused");
  return {
    visitor,
    receipts,
    planNames: names,
    status: ENTRY_STATUSES[receipts.kind],
    headers: await entryHeaders(request, receipts),
  };
}

/** The status of a page that an owner's key or link opens, or does not. */
export const ENTRY_STATUSES: Readonly<Record<Receipts["kind"], number>> = {
  list: 200,
  nobody: 200,
  ended: 403,
  forgotten: 403,
  brokenKey: 404,
  unavailable: 503,
};

interface Entry {
  kind: string;
  refused?: readonly InvoiceOwner[];
  /** Seconds. */
  retryAfter?: number;
}

/** The headers of such a page: what is over goes, be it the session that a link began, or an order that was paid here. */
export async function entryHeaders(request: Request, { kind, refused = [], retryAfter }: Entry): Promise<Headers> {
  const headers = new Headers();
  if (kind === "ended") headers.append("Set-Cookie", expiredCookie("session"));
  const isPaidHere = kind === "forgotten" || kind === "list";
  if (isPaidHere && refused.length > 0) headers.append("Set-Cookie", await forgottenHereCookie(request, refused));
  if (kind === "unavailable") headers.set("Retry-After", String(retryAfter));
  return headers;
}

/** The plans' names in a language, by plan id. Empty where they cannot be loaded: invoices have descriptions. */
export async function planNames(lang: LocaleCode, { caller, channel }: Visitor): Promise<PlanNames> {
  try {
    const plans = await loadPlans(caller, { xFrom: channel });
    const { length } = periodWords(lang);
    return new Map(
      plans.map(({ id, interval, interval_count }) => [id, length({ unit: interval, count: interval_count })]),
    );
  } catch (error) {
    if (error instanceof UpstreamError) return new Map();
    throw error;
  }
}
