import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import type { PlanNames } from "~/offers/sale/plan-names.server";
import { paths } from "~/paths";
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
  state: Subscription["state"] | "trial";
  /** The next payment, as price and date. */
  next?: { price: string; date: string };
  /** The end of what is paid, where nothing renews. */
  until?: string;
  bought?: string;
  /** Set where it belongs to a store, which alone can end it. */
  store?: Exclude<Subscription["source"], "web">;
}

export function subscriptionView(lang: LocaleCode, subscription: Subscription, names: PlanNames): SubscriptionView {
  const { state, source, is_trial, renewal, ends_at, bought_at } = subscription;
  const isRenewed = renewal !== undefined && state !== "ending" && state !== "ended" && state !== "withdrawn";
  return {
    id: subscription.subscription_id,
    plan: names.get(subscription.plan_id ?? "") ?? translate(lang)("subscription:planUntold"),
    state: state === "active" && is_trial === true ? "trial" : state,
    next: isRenewed ? { price: formatMoney(lang, renewal), date: dayText(lang, renewal.on) } : undefined,
    until: isRenewed || ends_at === undefined ? undefined : dayText(lang, ends_at),
    bought: bought_at && dayText(lang, bought_at),
    store: source === "web" ? undefined : source,
  };
}

/** @param moment ISO 8601 */
export const dayText = (lang: LocaleCode, moment: string): string => formatDay(lang, new Date(moment));

/** Costs money, or did so until it was cancelled. */
export const isRunning = ({ state }: Subscription): boolean =>
  state === "active" || state === "past_due" || state === "ending";

export const isWithdrawable = ({ state, withdraw_until }: Subscription): boolean =>
  state !== "withdrawn" && withdraw_until !== undefined && Date.parse(withdraw_until) > Date.now();

/** Where a subscription's contract is withdrawn from; undefined where it no longer can be. */
export const withdrawAt = (
  lang: LocaleCode,
  subscription: Subscription,
  key: string | undefined,
): string | undefined =>
  isWithdrawable(subscription) ? paths.withdraw(lang, { key, subscription: subscription.subscription_id }) : undefined;
