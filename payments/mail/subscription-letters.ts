import { formatDay, formatMoment } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { dayIn, earliestDay, lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { Letter } from "../../mails/letter";
import { wordsIn } from "../../mails/words";
import { soldIn } from "../catalogue/sold";
import type { Money } from "../machine/money";
import type { SubscriptionRow } from "../subscriptions/tables";
import { everyIn, planIn } from "./letters";

/** What a letter about a subscription is written from. Times are milliseconds since 1970. */
export interface About {
  lang: LocaleCode;
  row: Pick<SubscriptionRow, "sold" | "order_id" | "amount" | "currency" | "ends_at" | "period" | "months_notice">;
  link: string;
  /** Where its owner may be: days count there. */
  place: Whereabouts;
  /** Until when the link opens the contract; null: for life; undefined: it is another kind of link. */
  linkUntil: number | null | undefined;
  /** When its owner declared what the letter confirms. */
  now: number;
}

const nextOf = ({ lang, row, place }: About) => ({
  date: formatDay(lang, earliestDay(row.ends_at, place)),
  price: formatMoney(lang, row),
});

/** The last day that is whole by a moment. */
const lastDayUntil = ({ lang, place }: About, until: number): string => formatDay(lang, lastWholeDay(until, place));

const momentOf = ({ lang, now }: About): string => formatMoment(lang, new Date(now));

/** What all these letters have. */
function commonTo(about: About) {
  const { lang, row, link, linkUntil } = about;
  return {
    link,
    linkUntil: linkUntil == null ? undefined : lastDayUntil(about, linkUntil),
    linkForLife: linkUntil === null,
    contract: { plan: planIn(lang, row), order: row.order_id },
  };
}

/** @param refund what goes back at the end */
export const cancelledLetter =
  (refund: Money) =>
  (about: About): Letter => {
    const values = { time: momentOf(about), date: lastDayUntil(about, about.row.ends_at) };
    if (refund.amount === 0) return { kind: "cancelled", ...commonTo(about), values };
    const price = formatMoney(about.lang, refund);
    return { kind: "cancelledRefund", ...commonTo(about), values: { ...values, price } };
  };

export const resumedLetter = (about: About): Letter => ({
  kind: "resumed",
  ...commonTo(about),
  values: { time: momentOf(about), ...nextOf(about) },
});

export const withdrawnLetter =
  (refund: Money) =>
  (about: About): Letter => {
    const { lang, place, now } = about;
    const values = { time: momentOf(about), date: formatDay(lang, dayIn(place.zone, now)) };
    if (refund.amount === 0) return { kind: "withdrawnFree", ...commonTo(about), values };
    return { kind: "withdrawn", ...commonTo(about), values: { ...values, price: formatMoney(lang, refund) } };
  };

/** The payment for the next period did not go through. */
export const renewalFailedLetter = (about: About): Letter => ({
  kind: "renewalFailed",
  ...commonTo(about),
  values: { price: nextOf(about).price },
});

/** It still is not paid. @param runsUntil when the plan ends without that */
export const renewalReminderLetter =
  ({ runsUntil, isLast }: { runsUntil: number; isLast: boolean }) =>
  (about: About): Letter => {
    const date = runsUntil > about.now ? lastDayUntil(about, runsUntil) : undefined;
    const kind = isLast ? "renewalLastReminder" : "renewalReminder";
    return { kind, ...commonTo(about), values: { price: nextOf(about).price, date } };
  };

/** Before the next payment: the link is said to be good until the last day on which it can be cancelled. */
function beforeRenewal(about: About) {
  const { lang, row } = about;
  const lastDay = lastDayUntil(about, row.ends_at);
  const next = nextOf(about);
  const isFirst = row.months_notice === 1 && row.period === 1;
  const notice = isFirst ? wordsIn(lang)("sale:monthsNotice", { date: next.date }) : undefined;
  return { ...commonTo(about), linkUntil: lastDay, values: { ...next, lastDay, notice } };
}

/** The first payment after a trial is near. */
export function trialEndsLetter(about: About): Letter {
  const { lang, row } = about;
  const { values, ...letter } = beforeRenewal(about);
  return { kind: "trialEnds", ...letter, values: { ...values, every: everyIn(lang, soldIn(row)) } };
}

/** The next payment is near. */
export const renewsSoonLetter = (about: About): Letter => ({ kind: "renewsSoon", ...beforeRenewal(about) });

/** The card that it is to be taken from expires before. */
export const cardExpiresLetter = (about: About): Letter => ({
  kind: "cardExpires",
  ...commonTo(about),
  values: nextOf(about),
});

/** Somebody ended it at the provider, or the provider did. */
export function renewalEndedLetter(about: About): Letter {
  const { row, now } = about;
  const date = row.ends_at > now ? lastDayUntil(about, row.ends_at) : undefined;
  return { kind: "renewalEnded", ...commonTo(about), values: { date } };
}

/** A newer plan renews in place of this one. */
export const renewalStoppedLetter = (about: About): Letter => ({
  kind: "renewalStopped",
  ...commonTo(about),
  values: {},
});

/** That newer plan was given back. */
export const renewalBackLetter = (about: About): Letter => ({
  kind: "renewalBack",
  ...commonTo(about),
  values: nextOf(about),
});
