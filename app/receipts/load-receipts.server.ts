import type { LocaleCode } from "~/i18n/locales";
import { type PlanNames, planNames } from "~/offers/sale/plan-names.server";
import {
  askOwners,
  type NoPurchases,
  newestFirst,
  type OwnersAnswer,
  PURCHASES_STATUSES,
  type Purchases,
  purchasesHeaders,
} from "~/owners/ask-owners.server";
import { whoAsks } from "~/owners/who-asks.server";
import type { Whereabouts } from "~/upstream/contract/deadlines";
import type { Invoice, InvoiceOwner } from "~/upstream/contract/invoices";
import { type InvoiceList, listInvoices } from "~/upstream/invoices.server";
import { type Visitor, visitorOf, whereaboutsOf } from "~/visitor/visitor.server";

/** An invoice, whose it is, and their e-mail address, partly hidden. */
export type OwnedInvoice = Invoice & { owner: InvoiceOwner; emailHint: string };

export type InvoicesFound = Purchases & { invoices: OwnedInvoice[]; scope: InvoiceList["scope"] };

export interface OpenedReceipts {
  visitor: Visitor;
  /** The receipts to show, or why there are none. */
  receipts: InvoicesFound | NoPurchases;
  names: PlanNames;
  /** Where the visitor is. */
  place: Whereabouts;
  status: number;
  headers: Headers;
}

/** What a page about receipts needs: the visitor, the receipts, and the response's status and headers. */
export async function openReceipts(lang: LocaleCode, request: Request): Promise<OpenedReceipts> {
  const visitor = await visitorOf(request);
  const asker = await whoAsks(request, visitor);
  const [found, names, place] = await Promise.all([
    askOwners(asker, listInvoices, { what: "receipts", requestId: visitor.requestId }),
    asker.kind === "owners" ? planNames(lang, visitor) : new Map<string, string>(),
    whereaboutsOf(visitor),
  ]);
  const status = PURCHASES_STATUSES[found.kind];
  const headers = await purchasesHeaders(request, found);
  if (found.kind !== "list") return { visitor, receipts: found, names, place, status, headers };
  const { answers, ...list } = found;
  const receipts = { ...list, invoices: invoicesIn(answers), scope: scopeOf(answers) };
  return { visitor, receipts, names, place, status, headers };
}

type Answers = readonly OwnersAnswer<InvoiceList>[];

function invoicesIn(answers: Answers): OwnedInvoice[] {
  const lists = answers.map(({ owner, answer: { invoices, email_hint: emailHint } }) =>
    invoices.map((invoice) => ({ ...invoice, owner, emailHint })),
  );
  return newestFirst(lists, ({ invoice_id: id, issued_at: at }) => ({ id, at }));
}

/** Undefined where the payments API does not say what every one of the signs opens. */
function scopeOf(answers: Answers): InvoiceList["scope"] {
  const [scope, ...others] = new Set(answers.map(({ answer }) => answer.scope));
  return others.length === 0 ? scope : undefined;
}
