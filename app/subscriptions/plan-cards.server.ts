import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths, STORE_PAGES } from "~/paths";
import type { Fact } from "~/shell/panels/fact-list";
import type { Subscription } from "~/upstream/contract/subscriptions";
import type { Visitor } from "~/visitor/visitor.server";
import { findSubscriptions, type SubscriptionList } from "./load-subscriptions.server";
import { cardPage } from "./page-views.server";
import { isRunning, type SubscriptionView, subscriptionView, wayToWithdraw } from "./subscription-card.server";

/** A plan that runs, beside something else; all words are text, so that no page carries those of all subscriptions. */
export interface PlanCard extends Pick<SubscriptionView, "id" | "plan" | "state"> {
  stateName: string;
  facts: Fact[];
  /** What its owner has to know, a sentence each. */
  words: string[];
  /** What its owner can do about it. `isFirst`: has to. */
  ways: { text: string; at: string; isFirst?: boolean }[];
}

/**
 * The plans of whoever asks that run. None where the payments API cannot list them, now or at all: they stand beside what can be shown
 * without them. Never throws UpstreamError.
 */
export async function planCards(lang: LocaleCode, request: Request, visitor: Visitor): Promise<PlanCard[]> {
  const found = await findSubscriptions(lang, request, visitor);
  if (found.kind !== "list") return [];
  return found.subscriptions.filter(isRunning).map((one) => planCard(lang, one, { ...found, visitor }));
}

function planCard(
  lang: LocaleCode,
  subscription: Subscription,
  list: SubscriptionList & { visitor: Visitor },
): PlanCard {
  const t = translate(lang);
  const { id, plan, state, next, until, bought, store } = subscriptionView(lang, subscription, list);
  const facts = [
    { label: t("subscription:next"), text: next && t("subscription:nextText", next) },
    { label: t("subscription:runsUntil"), text: until },
    { label: t("subscription:bought"), text: bought },
  ];
  const shown = { id, plan, state, stateName: t(`subscription:states.${state}`), facts };
  if (store === undefined) return { ...shown, ...waysToChange(lang, subscription, list) };
  const atStore = { text: t(`subscription:store.${store}Link`), at: STORE_PAGES[store] };
  return { ...shown, words: [t(`subscription:store.${store}`)], ways: [atStore] };
}

function waysToChange(
  lang: LocaleCode,
  subscription: Subscription,
  { key, place, visitor }: SubscriptionList & { visitor: Visitor },
): Pick<PlanCard, "words" | "ways"> {
  const t = translate(lang);
  const { state, renews, resumable } = subscription;
  const isUnpaid = state === "past_due";
  const cardAt = isUnpaid ? paths.renewal(lang, { key }) : cardPage(subscription, visitor.requestId);
  const isEnding = state === "ending";
  const hasRenewal = renews !== false && !(isEnding && resumable === false);
  const withdraw = wayToWithdraw(lang, subscription, { key, place });
  return {
    words: [
      ...(isUnpaid ? [t("subscription:renewal.title")] : []),
      ...(withdraw?.lastDay === undefined ? [] : [t("subscription:withdraw.until", { date: withdraw.lastDay })]),
    ],
    ways: [
      ...(cardAt === undefined ? [] : [{ text: t("subscription:renewal.cardLink"), at: cardAt, isFirst: isUnpaid }]),
      ...(hasRenewal
        ? [{ text: t(isEnding ? "subscription:cancel.undo" : "footer:cancel"), at: paths.cancel(lang, { key }) }]
        : []),
      ...(withdraw === undefined ? [] : [{ text: t("footer:withdraw"), at: withdraw.at }]),
    ],
  };
}
