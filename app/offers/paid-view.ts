import type { LocaleCode } from "~/i18n/locales";
import { formatMoney, type Money } from "~/i18n/money";
import { type LineView, lineViews, type PlainLine } from "./line-views";

/** What was paid and what that is made of; the amounts are text. */
export interface PaidView {
  /** None where the total is all that is known. */
  lines: LineView[];
  total: string;
  /** Contained in the total. */
  tax?: string;
}

/** Lines of an order or an invoice after it was paid: what is no longer due becomes the total. */
export function paidView(lang: LocaleCode, items: readonly PlainLine[], paid: Money): PaidView {
  const tax = items.find(({ kind }) => kind === "tax");
  const parts = items.filter(({ kind }) => kind !== "tax" && kind !== "dueToday");
  return {
    lines: lineViews(lang, parts, paid.currency),
    total: formatMoney(lang, paid),
    tax: tax && formatMoney(lang, { amount: tax.amount, currency: paid.currency }),
  };
}
