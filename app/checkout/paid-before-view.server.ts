import { formatDay } from "~/i18n/dates";
import { joinSentences } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { periodWords } from "~/offers/sale/sale-words.server";
import { paths } from "~/paths";
import type { Plan } from "~/upstream/contract/catalogue";

interface LabelledLink {
  text: string;
  at: string;
}

/** What this browser has paid last. */
export interface PaidBefore {
  plan: string;
  email: string;
  /** In milliseconds since 1970. */
  paidAt: number;
  /** Missing where it is not active, or nobody knows. */
  next: { kind: "renews" | "ends"; on: string } | undefined;
  /** The way to the app. */
  app: LabelledLink | undefined;
  /** The Set-Cookie header by which the browser remembers it; missing where it does. */
  cookie?: string;
}

/** Tells a buyer who comes back what they have already; only in the browser that paid. */
export interface PaidBeforeView {
  text: string;
  links: LabelledLink[];
}

/** @param plans those on sale: one that is not any more has no length */
export function paidBeforeView(
  lang: LocaleCode,
  paid: PaidBefore | undefined,
  plans: readonly Plan[],
): PaidBeforeView | undefined {
  if (paid?.next === undefined) return undefined;
  const t = translate(lang);
  const { kind, on } = paid.next;
  const plan = plans.find(({ id }) => id === paid.plan);
  const date = formatDay(lang, on);
  const period = plan && periodWords(lang).length({ unit: plan.interval, count: plan.interval_count });
  const text =
    period === undefined
      ? t(`form-answers:paidBefore.${kind}`, { date })
      : t(`form-answers:paidBefore.${kind}For`, { period, date });
  const receipts = { text: t("form-answers:paidBefore.receipts"), at: paths.receipts(lang) };
  return {
    text: joinSentences(lang, [text, t("form-answers:paidBefore.again")]),
    links: paid.app === undefined ? [receipts] : [paid.app, receipts],
  };
}
