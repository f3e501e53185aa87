import Big from "big.js";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney, type Money } from "~/i18n/money";
import { type Offer, taxToday } from "./offer";
import { type Period, type PeriodView, periodView } from "./period";

/**
 * One line of an order's price. Amounts are in major units of the order's currency; negative ones are deducted.
 * `tax` is contained in `dueToday`, not added to it. The checkout, the status page and the receipt show the same
 * lines.
 */
export type LineItem =
  | { kind: "plan" | "discount" | "deduction" | "coupon" | "dueToday" | "tax"; amount: number }
  | { kind: "trial"; amount: number; period: Period };

/** What makes up the amount due today, in reading order, then that amount, then the tax in it where it is known. */
export function lineItems(offer: Offer): LineItem[] {
  const tax = taxToday(offer);
  return [
    ...priceLines(offer),
    // 0 - 0 is 0, where -0 would be shown with a sign.
    ...(offer.coupon === undefined ? [] : [{ kind: "coupon" as const, amount: 0 - offer.coupon.off }]),
    { kind: "dueToday", amount: offer.dueToday },
    ...(tax === undefined ? [] : [{ kind: "tax" as const, amount: tax }]),
  ];
}

function priceLines({ amounts: { full, price, deduction }, trial }: Offer): LineItem[] {
  if (trial !== undefined) return [{ kind: "trial", amount: trial.price, period: trial.period }];
  const undiscounted = Big(price).plus(deduction).toNumber();
  const discount = Big(full).minus(undiscounted).toNumber();
  // Without a discount the regular price is what is paid, so that rounding never leaves a cent unexplained.
  const items: LineItem[] = [{ kind: "plan", amount: Math.max(full, undiscounted) }];
  if (discount > 0) items.push({ kind: "discount", amount: -discount });
  if (deduction > 0) items.push({ kind: "deduction", amount: -deduction });
  return items;
}

/** A line of the checkout or of an invoice; an invoice's trial line has no period. */
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

/** What was paid, and its lines; the amounts are text. */
export interface PaidView {
  /** Empty where only the total is known. */
  lines: LineView[];
  total: string;
  /** The tax contained in the total. */
  tax?: string;
}

/** The lines of a paid order or invoice: the amount due today becomes the total. */
export function paidView(lang: LocaleCode, items: readonly PlainLine[], paid: Money): PaidView {
  const tax = items.find(({ kind }) => kind === "tax");
  const parts = items.filter(({ kind }) => kind !== "tax" && kind !== "dueToday");
  return {
    lines: lineViews(lang, parts, paid.currency),
    total: formatMoney(lang, paid),
    tax: tax && formatMoney(lang, { amount: tax.amount, currency: paid.currency }),
  };
}
