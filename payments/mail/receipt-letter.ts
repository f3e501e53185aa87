import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney, formatTotal } from "~/i18n/money";
import { formatRate } from "~/i18n/numbers";
import type { Letter, Receipt, ReceiptLine, WhatFollows } from "../../mails/letter";
import { wordsIn } from "../../mails/words";
import type { Sold } from "../catalogue/sold";
import type { IssuedInvoice } from "../invoices/invoice";
import { everyIn, languageOf, lengthIn, type Mail, mailOf } from "./letters";

/** What a receipt says of the contract beside the invoice. Days are ISO 8601. */
export interface SoldContract {
  /** As it came with the order; null: it did not. */
  language: string | null;
  isOfRenewal?: boolean;
  /** How long the plan's period is. */
  period: Pick<Sold, "interval" | "interval_count">;
  /** Where a version of the terms can be read. */
  termsAt(version: string): string;
  /** Missing where no trial was sold. */
  trial?: { days: number; lastDay: string };
  /** The last day of what was granted. */
  lastDay?: string;
  /** The words that stood at the button. */
  agreed?: string;
  /** With the order's own invoice, which confirms the contract, for who has the right to withdraw: its last day, where that is known. */
  withdrawal?: { days: number; lastDay?: string };
}

/** The pages that a receipt leads to. */
export interface ReceiptPages {
  receipts: string;
  cancel: string;
  withdraw: string;
  /** They open the contract: only its owner may be sent such a receipt. */
  openContract: boolean;
  /** Opens the app with what was bought, once and until that day (ISO 8601). */
  app?: { at: string; lastDay: string };
}

interface Addressed {
  recipient: string;
  pages: ReceiptPages;
}

/** A receipt for an order, which confirms the contract, or for a renewal. */
export function receiptMail(invoice: IssuedInvoice, sold: SoldContract, { recipient, pages }: Addressed): Mail {
  const lang = languageOf(sold.language);
  const letter: Letter = {
    kind: "receipt",
    link: pages.receipts,
    linkForLife: pages.openContract,
    values: {},
    receipt: receiptIn(lang, invoice, sold, pages),
  };
  return mailOf(lang, recipient, letter, invoice.order_id);
}

function receiptIn(lang: LocaleCode, invoice: IssuedInvoice, sold: SoldContract, pages: ReceiptPages): Receipt {
  const { invoice_id, issued_day, order_id, lines = [], currency, amount, terms_version } = invoice;
  const { trial, agreed, withdrawal } = sold;
  const follows = followsIn(lang, invoice, sold);
  return {
    isOfRenewal: sold.isOfRenewal,
    number: invoice_id,
    date: formatDay(lang, issued_day),
    order: order_id,
    plan: lengthIn(lang, sold.period),
    trial: trial && {
      length: lengthIn(lang, { interval: "day", interval_count: trial.days }),
      lastDay: formatDay(lang, trial.lastDay),
    },
    follows,
    lines: lines.flatMap((line) => lineIn(lang, currency, line)),
    total: formatTotal(lang, { amount, currency }),
    seller: invoice.seller,
    buyer: invoice.buyer_email,
    statement: invoice.statement,
    cancelAt: follows.kind === "renews" ? pages.cancel : undefined,
    agreed,
    terms: terms_version,
    termsAt: terms_version && sold.termsAt(terms_version),
    app: pages.app && { at: pages.app.at, until: formatDay(lang, pages.app.lastDay) },
    withdrawal: withdrawal && {
      days: withdrawal.days,
      until: withdrawal.lastDay && formatDay(lang, withdrawal.lastDay),
      at: pages.withdraw,
    },
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

function followsIn(lang: LocaleCode, { renewal }: IssuedInvoice, { lastDay, period }: SoldContract): WhatFollows {
  if (renewal === undefined) return { kind: "ends", date: lastDay && formatDay(lang, lastDay) };
  return {
    kind: "renews",
    price: formatMoney(lang, renewal),
    date: formatDay(lang, renewal.day),
    every: everyIn(lang, period),
  };
}
