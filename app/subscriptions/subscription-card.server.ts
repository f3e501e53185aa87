import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { paths } from "~/paths";
import { finalDay, pastDay, renewalDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { Subscription, SubscriptionAction } from "~/upstream/contract/subscriptions";
import { type Change, newChangeKey } from "./change-subscription.server";
import type { OwnedSubscription, SubscriptionList } from "./load-subscriptions.server";

/** A form that changes a subscription. */
export interface ChangeFormView extends Change {
  /** The idempotency key; it stays with the form until the change is done. */
  attempt: string;
  /** For the letter that is offered where the form cannot be used. */
  orderId?: string;
}

/** @param by what let the owner in */
export function changeForm(
  by: SubscriptionList["by"],
  {
    owner,
    subscription_id: subscriptionId,
    order_id: orderId,
  }: Pick<OwnedSubscription, "owner" | "subscription_id" | "order_id">,
  action: SubscriptionAction,
): ChangeFormView {
  const change = { subscriptionId, action };
  return { ...change, attempt: newChangeKey({ owner, by }, change), orderId };
}

/** What a card shows of a subscription; all money and dates are text. */
export interface SubscriptionView {
  id: string;
  /** The plan's length. */
  plan: string;
  state: Subscription["state"] | "trial" | "once";
  /** The next payment, as price and date; not the day of one that failed. */
  next?: { price: string; date: string };
  /** The end of what is paid, where nothing renews. */
  until?: string;
  bought?: string;
  /** Set where it belongs to a store, which alone can end it. */
  store?: Exclude<Subscription["source"], "web">;
}

export function subscriptionView(
  lang: LocaleCode,
  subscription: Subscription,
  { names, place }: Pick<SubscriptionList, "names" | "place">,
): SubscriptionView {
  const { source, renewal, state } = subscription;
  const isRenewed = renewal !== undefined && state !== "ending" && state !== "ended" && state !== "withdrawn";
  return {
    id: subscription.subscription_id,
    plan: names.get(subscription.plan_id ?? "") ?? translate(lang)("subscription:planUntold"),
    state: shownState(subscription),
    next:
      isRenewed && state !== "past_due"
        ? { price: formatMoney(lang, renewal), date: formatDay(lang, renewalDay(renewal, place)) }
        : undefined,
    until: isRenewed ? undefined : writtenLastDay(lang, subscription, place),
    bought: written(lang, boughtOn(subscription, place)),
    store: source === "web" ? undefined : source,
  };
}

/** What was not cancelled, as there is nothing to cancel, is not called so. */
function shownState({ state, is_trial, renews }: Subscription): SubscriptionView["state"] {
  const isRunningOut = renews === false && (state === "active" || state === "ending");
  if (is_trial === true && (state === "active" || isRunningOut)) return "trial";
  return isRunningOut ? "once" : state;
}

const written = (lang: LocaleCode, day: string | undefined): string | undefined => day && formatDay(lang, day);

const boughtOn = ({ bought_day: day, bought_at: at }: Subscription, place: Whereabouts): string | undefined =>
  at === undefined ? day : pastDay({ at, day }, place);

/** The last day of what is paid. */
export const lastDayOf = (
  { ends_day: day, ends_at: at }: Pick<Subscription, "ends_day" | "ends_at">,
  place: Whereabouts,
): string | undefined => (at === undefined ? day : finalDay({ at, day }, place));

export const writtenLastDay = (
  lang: LocaleCode,
  ends: Pick<Subscription, "ends_day" | "ends_at">,
  place: Whereabouts,
): string | undefined => written(lang, lastDayOf(ends, place));

/** The last day on which a contract can be withdrawn from, in words. */
export const lastDayToWithdraw = (
  lang: LocaleCode,
  { withdraw_day: day, withdraw_until: at }: Subscription,
  place: Whereabouts,
): string | undefined => written(lang, at === undefined ? day : finalDay({ at, day }, place));

/** Costs money, or did so until it was cancelled. */
export const isRunning = ({ state }: Subscription): boolean =>
  state === "active" || state === "past_due" || state === "ending";

export const isWithdrawable = ({ state, withdraw_until }: Subscription): boolean =>
  state !== "withdrawn" && withdraw_until !== undefined && Date.parse(withdraw_until) > Date.now();

/** Leads to withdrawing from a contract. */
export interface WayToWithdraw {
  at: string;
  /** The last day on which that can be done, as text. */
  lastDay?: string | undefined;
}

/** Undefined where the contract can no longer be withdrawn from. */
export const wayToWithdraw = (
  lang: LocaleCode,
  subscription: Subscription,
  { key, place }: Pick<SubscriptionList, "key" | "place">,
): WayToWithdraw | undefined =>
  isWithdrawable(subscription)
    ? {
        at: paths.withdraw(lang, { key, subscription: subscription.subscription_id }),
        lastDay: lastDayToWithdraw(lang, subscription, place),
      }
    : undefined;
