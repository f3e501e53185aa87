import { formatDay, formatMoment } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { earliestDay, lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { Letter } from "../../mails/letter";
import { planById } from "../catalogue/plans";
import type { Money } from "../machine/money";
import type { SubscriptionRow } from "../store/subscription-tables";
import { everyIn, planIn } from "./letters";

/** What a letter about a subscription is written from. */
export interface About {
  lang: LocaleCode;
  row: Pick<SubscriptionRow, "plan_id" | "amount" | "currency" | "ends_at">;
  link: string;
  /** Where its owner may be: days count there. */
  place: Whereabouts;
  /** In milliseconds since 1970: when its owner asked for what the letter confirms. */
  now: number;
}

const nextOf = ({ lang, row, place }: About) => ({
  date: formatDay(lang, earliestDay(row.ends_at, place)),
  price: formatMoney(lang, row),
});

const momentOf = ({ lang, now }: About): string => formatMoment(lang, new Date(now));

export const cancelledLetter = (about: About): Letter => ({
  kind: "cancelled",
  link: about.link,
  values: { time: momentOf(about), date: formatDay(about.lang, lastWholeDay(about.row.ends_at, about.place)) },
});

export const resumedLetter = (about: About): Letter => ({ kind: "resumed", link: about.link, values: nextOf(about) });

export const withdrawnLetter =
  (refund: Money) =>
  (about: About): Letter => {
    const { lang, link } = about;
    const time = momentOf(about);
    if (refund.amount === 0) return { kind: "withdrawnFree", link, values: { time } };
    return { kind: "withdrawn", link, values: { time, price: formatMoney(lang, refund) } };
  };

/** The payment for the next period did not go through. */
export const renewalFailedLetter = (about: About): Letter => ({
  kind: "renewalFailed",
  link: about.link,
  values: { price: nextOf(about).price },
});

/** The first payment after a trial is near. */
export function trialEndsLetter(about: About): Letter {
  const { lang, row, link } = about;
  const plan = planById(row.plan_id);
  return { kind: "trialEnds", link, values: { ...nextOf(about), every: plan ? everyIn(lang, plan) : "" } };
}

/** A newer plan renews in place of this one. */
export const renewalStoppedLetter = ({ lang, row, link }: About): Letter => ({
  kind: "renewalStopped",
  link,
  values: { plan: planIn(lang, row.plan_id) },
});

/** That newer plan was given back. */
export const renewalBackLetter = (about: About): Letter => ({
  kind: "renewalBack",
  link: about.link,
  values: { plan: planIn(about.lang, about.row.plan_id), ...nextOf(about) },
});

/** The next payment is near. */
export const renewsSoonLetter = (about: About): Letter => ({
  kind: "renewsSoon",
  link: about.link,
  values: nextOf(about),
});
