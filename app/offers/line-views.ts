import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import type { LineItem } from "./line-items";
import { type PeriodView, periodView } from "./offer-view";
import type { Period } from "./period";

/** A line as it comes: the checkout's own, or an invoice's, whose trial does not say how long it is. */
export interface PlainLine {
  readonly kind: LineItem["kind"];
  readonly amount: number;
  readonly period?: Period;
}

/** A line as it is shown; the amount is text. */
export interface LineView {
  kind: LineItem["kind"];
  amount: string;
  period?: PeriodView;
}

/** The lines of an order or an invoice for LineList, in the order they come. */
export const lineViews = (lang: LocaleCode, items: readonly PlainLine[], currency: string): LineView[] =>
  items.map(({ kind, amount, period }) => ({
    kind,
    amount: formatMoney(lang, { amount, currency }),
    period: period && periodView(lang, period),
  }));
