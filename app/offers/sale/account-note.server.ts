import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import type { Offer } from "~/offers/offer";
import { paths, STORE_PAGES } from "~/paths";
import type { Profile } from "~/upstream/account.server";
import type { Plan } from "~/upstream/contract/catalogue";
import type { Whereabouts } from "~/upstream/contract/deadlines";
import { planEnd } from "~/visitor/identity/account-view";
import type { ProvenUser } from "~/visitor/identity/auth.server";
import { firstCharge, nextPayment } from "./sale-kind";
import { periodWords, saleValues } from "./sale-words.server";

/** What happens to the plan that a member has when they buy another one. */
export interface AccountNote {
  text: string;
  /** Where the present subscription is ended. */
  link?: { text: string; to: string };
  /** The member would pay for two plans, or buys one that only begins later. */
  isWarning?: true;
}

interface Sale {
  offer: Offer;
  /** The plans on sale. */
  plans: readonly Plan[];
  /** The day from which the sale counts. */
  today: string;
  now: Date;
  place: Whereabouts;
}

/** Tells one story: the plan is changed, or bought beside another subscription, or added to what is left. */
export function accountNote(lang: LocaleCode, user: ProvenUser, sale: Sale): AccountNote | undefined {
  const { offer } = sale;
  const member = user.kind === "member" ? user.profile : undefined;
  const subscription = member?.subscription;
  if (hasCredit(offer)) return changeNote(lang, subscription?.plan_id, sale);
  if (subscription !== undefined && subscription.renews !== false && isBeside(subscription, sale))
    return besideNote(lang, subscription.source);
  return member && addedNote(lang, member, sale);
}

/** What is left of the present plan is taken off. A trial has a price of its own, without it. */
const hasCredit = ({ amounts, trial }: Offer): boolean => amounts.deduction > 0 && trial === undefined;

type MemberSubscription = NonNullable<Profile["subscription"]>;

/** A second subscription. The site's own ones of the same plan are one subscription, which is extended. */
const isBeside = ({ source, plan_id }: MemberSubscription, { offer, today }: Sale): boolean =>
  source === "web"
    ? plan_id !== offer.planId && nextPayment(offer, today).kind === "renews"
    : firstCharge(offer) !== "never";

/** Undefined where nothing follows: the line of the credit says all. */
function changeNote(lang: LocaleCode, present: string | undefined, { offer, plans, today }: Sale) {
  if (nextPayment(offer, today).kind === "ends") return undefined;
  const t = translate(lang);
  const { length } = periodWords(lang);
  const { deduction, currency } = offer.amounts;
  const credit = formatMoney(lang, { amount: deduction, currency });
  const values = { ...saleValues(lang, offer, today), to: length(offer.period), credit };
  const plan = plans.find(({ id }) => id === present);
  const from = plan && length({ unit: plan.interval, count: plan.interval_count });
  return {
    text: from === undefined ? t("sale:account.changeTo", values) : t("sale:account.change", { ...values, from }),
  };
}

function besideNote(lang: LocaleCode, source: MemberSubscription["source"]): AccountNote {
  const t = translate(lang);
  const to = source === "web" ? paths.cancel(lang) : STORE_PAGES[source];
  return {
    // An API may end the first one by itself, or not.
    text: source === "web" ? t("sale:account.second") : t(`sale:account.beside.${source}`),
    link: { text: t(`sale:account.end.${source}`), to },
    isWarning: true,
  };
}

function addedNote(lang: LocaleCode, member: Profile, { now, place }: Sale): AccountNote | undefined {
  const date = planEnd(lang, member, { now, place });
  return date === undefined ? undefined : { text: translate(lang)("sale:account.added", { date }), isWarning: true };
}
