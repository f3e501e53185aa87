import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, formatTotal, type Money } from "~/i18n/money";
import { formatRate } from "~/i18n/numbers";
import type { LineItem } from "~/offers/offer";
import type { Period } from "~/offers/period";
import { periodWords } from "./sale-words.server";

/** A line of the checkout or of an invoice; an invoice's trial line has no period. */
interface PlainLine {
  readonly kind: LineItem["kind"];
  readonly amount: number;
  readonly period?: Period;
  /** Of the tax, where the API names it; its rate is in percent. */
  readonly name?: string;
  readonly rate?: number;
}

/** A line as it is shown, all of it text. */
export interface LineView {
  kind: LineItem["kind"];
  label: string;
  amount: string;
}

/** The lines of an order or an invoice for LineList, in the order they come. */
export const lineViews = (lang: LocaleCode, items: readonly PlainLine[], currency: string): LineView[] =>
  items.map((line) => ({
    kind: line.kind,
    label: labelOf(lang, line),
    amount: (line.kind === "dueToday" ? formatTotal : formatMoney)(lang, { amount: line.amount, currency }),
  }));

function labelOf(lang: LocaleCode, { kind, period, name, rate }: PlainLine): string {
  const t = translate(lang);
  if (period !== undefined) return t("sale:lines.trialOf", { period: periodWords(lang).length(period) });
  if (kind !== "tax" || name === undefined || rate === undefined) return t(`sale:lines.${kind}`);
  return t("sale:taxNamed", { name, rate: formatRate(lang, rate) });
}

/** A price from which nothing is taken off, and to which nothing is added, is the amount due: no line beside it. */
export const withoutLonePrice = (lines: LineView[]): LineView[] =>
  lines.some(({ kind }) => kind !== "plan" && kind !== "dueToday" && kind !== "tax")
    ? lines
    : lines.filter(({ kind }) => kind !== "plan");

/** A bill: its lines, and the total that its page has a name of its own for; the amounts are text. */
export interface BillView {
  /** Empty where only the total is known. */
  lines: LineView[];
  total: string;
  /** The tax contained in the total. */
  tax?: LineView;
}

/** The bill of an order or invoice: the amount due today becomes the total. */
export function billView(lang: LocaleCode, items: readonly PlainLine[], total: Money): BillView {
  const views = lineViews(lang, items, total.currency);
  return {
    lines: withoutLonePrice(views.filter(({ kind }) => kind !== "tax" && kind !== "dueToday")),
    total: formatTotal(lang, total),
    tax: views.find(({ kind }) => kind === "tax"),
  };
}
