import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, formatTotal, type Money } from "~/i18n/money";
import { formatRate } from "~/i18n/numbers";
import type { LineItem } from "~/offers/offer";
import { type Period, type PeriodView, periodView } from "~/offers/period";
import { periodWords } from "./sale-words.server";

/** A line of the checkout or of an invoice; an invoice's trial line has no period. */
interface PlainLine {
  readonly kind: LineItem["kind"];
  readonly amount: number;
  readonly period?: Period;
  /** Of the tax; its rate is in percent. */
  readonly name?: string;
  readonly rate?: number;
}

/** A line as it is shown; the amount is text. */
export interface LineView {
  kind: LineItem["kind"];
  amount: string;
  period?: PeriodView;
  /** Stands in place of the kind's own words. */
  label?: string;
}

/** The lines of an order or an invoice for LineList, in the order they come. */
export const lineViews = (lang: LocaleCode, items: readonly PlainLine[], currency: string): LineView[] =>
  items.map((line) => ({
    kind: line.kind,
    amount: (line.kind === "dueToday" ? formatTotal : formatMoney)(lang, { amount: line.amount, currency }),
    period: line.period && periodView(lang, line.period),
    label: taxLabel(lang, line),
  }));

/** A tax with its name and rate; undefined for every other line, and where either is not known. */
function taxLabel(lang: LocaleCode, { kind, name, rate }: PlainLine): string | undefined {
  if (kind !== "tax" || name === undefined || rate === undefined) return undefined;
  return translate(lang)("sale:taxNamed", { name, rate: formatRate(lang, rate) });
}

/** The same for a page without the messages of pay-plan: each line has its label. */
export const labelledLines = (lang: LocaleCode, items: readonly PlainLine[], currency: string): LineView[] =>
  lineViews(lang, items, currency).map((view, at) => ({
    ...view,
    label: view.label ?? kindLabel(lang, items[at] ?? view),
  }));

function kindLabel(lang: LocaleCode, { kind, period }: Pick<PlainLine, "kind" | "period">): string {
  const t = translate(lang);
  if (period === undefined) return t(`pay-plan:lines.${kind}`);
  return t("pay-plan:lines.trialOf", { period: periodWords(lang).length(period) });
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
