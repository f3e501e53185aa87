import type { LocaleCode } from "~/i18n/locales";
import type { SubscriptionList } from "./load-subscriptions.server";
import {
  type ChangeFormView,
  changeForm,
  isRunning,
  type SubscriptionView,
  subscriptionView,
  withdrawAt,
} from "./subscription-card.server";

interface CancelCard extends SubscriptionView {
  /** Cancels, or takes that back; missing where a store does it. */
  form?: ChangeFormView;
  withdrawAt?: string;
}

/** Every subscription that runs. */
export interface CancelView {
  kind: "cards";
  cards: CancelCard[];
}

/** Undefined where nothing runs. */
export function cancelView(
  lang: LocaleCode,
  { subscriptions, names, by, key }: SubscriptionList,
): CancelView | undefined {
  const cards = subscriptions.filter(isRunning).map((subscription): CancelCard => {
    const action = subscription.state === "ending" ? "resume" : "cancel";
    return {
      ...subscriptionView(lang, subscription, names),
      form: subscription.source === "web" ? changeForm(by, subscription, action) : undefined,
      withdrawAt: withdrawAt(lang, subscription, key),
    };
  });
  return cards.length === 0 ? undefined : { kind: "cards", cards };
}
