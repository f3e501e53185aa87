import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, type Money } from "~/i18n/money";
import { formatCount } from "~/i18n/numbers";
import type { AgreedView } from "~/offers/sale/agreed-list";
import { agreedView } from "~/offers/sale/agreed-view.server";
import { type BillView, billView } from "~/offers/sale/line-views.server";
import type { PlanNames } from "~/offers/sale/plan-names.server";
import type { Fact } from "~/shell/panels/fact-list";
import { pastDay, renewalDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { BilledTo, Invoice } from "~/upstream/contract/invoices";
import type { Brand } from "~/visitor/brand/brand";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import type { OwnedInvoice } from "./load-receipts.server";

/** A receipt as a row of the list; all money and dates are text. */
export interface ReceiptRow {
  id: string;
  date: string;
  /** The date for a `datetime` attribute. */
  day: string;
  plan: string;
  amount: string;
  state: Invoice["status"];
}

/** A full receipt, for printing. */
export interface ReceiptView extends ReceiptRow {
  /** What it is about, and who sold what to whom. */
  facts: Fact[];
  /** Whom it is made out to: missing in the first version. */
  billedTo?: BilledTo;
  /** Missing where there is one version. */
  versions?: VersionsView;
  /** What follows, and what was agreed. */
  agreed: AgreedView;
  bill: BillView;
  /** What went back of it. */
  credits: Fact[];
  /** That the total contains tax, where the bill has no line for it. */
  taxIncluded?: string | undefined;
}

/** Their numbers, in the language's digits. */
interface VersionsView {
  shown: string;
  others: { version: string; at: string }[];
}

/** Shown in place of what the payments API does not say. */
const NOT_STATED = "–";

const moneyOf = ({ amount, currency }: Invoice): Money | undefined =>
  amount === undefined || currency === undefined ? undefined : { amount, currency };

interface ReceiptFacts {
  names: PlanNames;
  /** Where the days are counted that the payments API does not tell. */
  place: Whereabouts;
}

/** A plan that is no longer on sale is shown under the invoice's own description. */
export function receiptRow(lang: LocaleCode, invoice: Invoice, { names, place }: ReceiptFacts): ReceiptRow {
  const { issued_at: at, issued_day } = invoice;
  const day = at === undefined ? (issued_day ?? "") : pastDay({ at, day: issued_day }, place);
  const money = moneyOf(invoice);
  return {
    id: invoice.invoice_id,
    date: day === "" ? NOT_STATED : formatDay(lang, day),
    day,
    plan: names.get(invoice.plan_id ?? "") ?? invoice.description,
    amount: money === undefined ? NOT_STATED : formatMoney(lang, money),
    state: invoice.status,
  };
}

interface Paper extends ReceiptFacts {
  brand: Pick<Brand, "appName" | "promises">;
  appType: number;
  /** Where the buyer ends the renewal. */
  cancelAt: string;
  /** Where a version of it is; of the latest undefined is asked. */
  versionAt(version: number | undefined): string;
}

/** The invoice as it was in an earlier version; undefined where it has no such version. */
export function inVersion(invoice: OwnedInvoice, asked: string | null): OwnedInvoice | undefined {
  if (asked === null || asked === String(invoice.version)) return invoice;
  const found = invoice.earlier_versions?.find(({ version }) => String(version) === asked);
  return found && { ...invoice, billed_to: found.billed_to, version: found.version };
}

/** The versions of an invoice, of which its own is shown. */
function versionsView(
  lang: LocaleCode,
  { version, earlier_versions: earlier = [] }: Invoice,
  latest: number | undefined,
  { versionAt }: Paper,
): VersionsView | undefined {
  if (version === undefined || latest === undefined) return undefined;
  const all = [...earlier.map((one) => one.version), latest];
  const others = all.filter((one) => one !== version);
  return {
    shown: formatCount(lang, version),
    others: others.map((one) => ({ version: formatCount(lang, one), at: versionAt(one === latest ? undefined : one) })),
  };
}

/** @param latest the number of the latest version */
export function receiptView(lang: LocaleCode, invoice: Invoice, latest: number | undefined, paper: Paper): ReceiptView {
  const money = moneyOf(invoice);
  const bill = money === undefined ? { lines: [], total: NOT_STATED } : billView(lang, invoice.lines ?? [], money);
  const isTaxIncluded = paper.brand.promises.includes("taxIncluded") && bill.tax === undefined && !!money?.amount;
  const row = receiptRow(lang, invoice, paper);
  const versions = versionsView(lang, invoice, latest, paper);
  const seller = invoice.seller || sellingTermsOf(paper.appType).company || paper.brand.appName;
  const t = translate(lang);
  return {
    ...row,
    facts: [
      { label: t("receipts:date"), text: row.date },
      { label: t("receipts:paper.number"), text: row.id },
      { label: t("receipts:details.version"), text: versions?.shown },
      { label: t("receipts:paper.order"), text: invoice.order_id },
      { label: t("receipts:paper.seller"), text: seller },
      { label: t("receipts:paper.buyer"), text: invoice.buyer_email || undefined },
      { label: t("receipts:paper.statement"), text: invoice.statement || undefined },
    ],
    billedTo: invoice.billed_to,
    versions,
    credits: creditFacts(lang, invoice, paper),
    agreed: invoiceAgreed(lang, invoice, paper),
    bill,
    taxIncluded: isTaxIncluded ? t("checkout:taxIncluded") : undefined,
  };
}

function creditFacts(
  lang: LocaleCode,
  { credit_notes = [], currency }: Pick<Invoice, "credit_notes" | "currency">,
  { place }: Pick<Paper, "place">,
): Fact[] {
  const t = translate(lang);
  return credit_notes.map(({ credit_note_id: number, issued_at: at, issued_day, amount }) => {
    const price = currency === undefined ? NOT_STATED : formatMoney(lang, { amount, currency });
    const date = formatDay(lang, pastDay({ at, day: issued_day }, place));
    return { label: t("receipts:paper.creditNote", { number }), text: t("subscription:nextText", { price, date }) };
  });
}

/** Only some APIs state whether a plan renews: where one does not, nothing is promised. */
function invoiceAgreed(lang: LocaleCode, invoice: Invoice, { appType, cancelAt, place }: Paper): AgreedView {
  const { renewal, renews, terms_version, country_code: country } = invoice;
  const none = renews === false ? "none" : undefined;
  const next = renewal === undefined ? none : { ...renewal, on: renewalDay(renewal, place), period: undefined };
  const isPaid = moneyOf(invoice)?.amount !== 0 || renewal !== undefined;
  return agreedView(lang, { appType, country, next, cancelAt, termsVersion: terms_version, isPaid });
}
