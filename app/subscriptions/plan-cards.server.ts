import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import type { Subscription } from "~/upstream/contract/subscriptions";
import type { Visitor } from "~/visitor/visitor.server";
import { findSubscriptions } from "./load-subscriptions.server";
import { cardPage } from "./page-views.server";
import {
  isRunning,
  type SubscriptionView,
  subscriptionView,
  type WayToWithdraw,
  wayToWithdraw,
} from "./subscription-card.server";

/** A plan that runs, and what its owner can do about it. */
export interface PlanCard extends SubscriptionView {
  /** Where the way to pay is changed, be it after a renewal failed or before. */
  cardAt?: string | undefined;
  /** Where its renewal is ended, or brought back. */
  change?: { action: "cancel" | "resume"; at: string } | undefined;
  withdraw?: WayToWithdraw | undefined;
}

/**
 * The plans of whoever asks that run. None where the payments API cannot list them, now or at all: they stand beside what can be shown
 * without them. Never throws UpstreamError.
 */
export async function planCards(lang: LocaleCode, request: Request, visitor: Visitor): Promise<PlanCard[]> {
  const found = await findSubscriptions(lang, request, visitor);
  if (found.kind !== "list") return [];
  const { subscriptions, key } = found;
  return subscriptions.filter(isRunning).map((subscription) => ({
    ...subscriptionView(lang, subscription, found),
    cardAt: isUnpaid(subscription) ? paths.renewal(lang, { key }) : cardPage(subscription, visitor.requestId),
    change: changeAt(subscription, paths.cancel(lang, { key })),
    withdraw: wayToWithdraw(lang, subscription, found),
  }));
}

const isUnpaid = ({ state, source }: Subscription): boolean => state === "past_due" && source === "web";

function changeAt({ state, source, renews, resumable }: Subscription, at: string): PlanCard["change"] {
  if (source !== "web" || renews === false) return undefined;
  if (state !== "ending") return { action: "cancel", at };
  return resumable === false ? undefined : { action: "resume", at };
}
