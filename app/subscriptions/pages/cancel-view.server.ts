import type { LocaleCode } from "~/i18n/locales";
import {
  type ChangeFormView,
  changeForm,
  isRunning,
  type Listed,
  type SubscriptionView,
  subscriptionView,
  withdrawAt,
} from "~/subscriptions/subscription-card.server";

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
export function cancelView(lang: LocaleCode, { subscriptions, names, by, key }: Listed): CancelView | undefined {
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
