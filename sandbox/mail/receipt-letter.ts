import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney, formatTotal } from "~/i18n/money";
import { formatRate } from "~/i18n/numbers";
import type { Receipt, ReceiptLine } from "../../mails/letter";
import { wordsIn } from "../../mails/words";
import { planById } from "../catalogue/plans";
import type { IssuedInvoice } from "../invoices/invoice";
import { everyIn, languageOf, lengthIn, type Mail, mailOf, pathIn } from "./letters";

interface Addressed {
  recipient: string;
  /** As it came with the order; null: it did not. */
  language: string | null;
  /** An address of the site: its pages are linked to, without a sign, as anybody may be sent a receipt. */
  site: string;
}

/** A receipt for an order or a renewal. */
export function receiptMail(invoice: IssuedInvoice, { recipient, language, site }: Addressed): Mail {
  const lang = languageOf(language);
  const at = (page: string) => new URL(pathIn(lang, page), site).href;
  const receipt = receiptIn(lang, invoice, at("cancel"));
  return mailOf(lang, recipient, { kind: "receipt", link: at("receipts"), values: {}, receipt });
}

function receiptIn(lang: LocaleCode, invoice: IssuedInvoice, cancelAt: string): Receipt {
  const { invoice_id, issued_day, order_id, plan_id = "", lines = [], currency, amount, renewal } = invoice;
  const plan = planById(plan_id);
  return {
    number: invoice_id,
    date: formatDay(lang, issued_day),
    order: order_id,
    plan: plan ? lengthIn(lang, plan) : invoice.description,
    lines: lines.flatMap((line) => lineIn(lang, currency, line)),
    total: formatTotal(lang, { amount, currency }),
    seller: invoice.seller,
    buyer: invoice.buyer_email,
    statement: invoice.statement,
    next: renewal && nextIn(lang, renewal, plan && everyIn(lang, plan)),
    cancelAt: renewal && cancelAt,
    terms: invoice.terms_version,
  };
}

type Line = NonNullable<IssuedInvoice["lines"]>[number];

/** What is due today is the receipt's total. */
function lineIn(lang: LocaleCode, currency: string, { kind, amount, name, rate }: Line): ReceiptLine[] {
  if (kind === "dueToday") return [];
  const isNamed = name !== undefined && rate !== undefined;
  const label = isNamed ? wordsIn(lang)("sale:taxNamed", { name, rate: formatRate(lang, rate) }) : undefined;
  return [{ kind, label, amount: formatMoney(lang, { amount, currency }) }];
}

function nextIn(lang: LocaleCode, renewal: NonNullable<IssuedInvoice["renewal"]>, every: string | undefined): string {
  const words = wordsIn(lang);
  const values = { price: formatMoney(lang, renewal), date: formatDay(lang, renewal.day) };
  return every === undefined
    ? words("sale:agreed.nextOnly", values)
    : words("sale:agreed.nextText", { ...values, every });
}
