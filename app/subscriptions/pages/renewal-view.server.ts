import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { paymentAddress } from "~/orders/hand-off/hand-off.server";
import { paths } from "~/paths";
import type { PlanNames } from "~/receipts/receipt-view.server";
import {
  isRunning,
  type Listed,
  type SubscriptionView,
  subscriptionView,
} from "~/subscriptions/subscription-card.server";
import type { Subscription } from "~/upstream/contract/subscriptions";

/** A renewal that failed, and the one way on. */
interface FailedRenewal extends SubscriptionView {
  /** What was to be paid. */
  price?: string;
  /** `manage`: the provider's page where the way to pay is changed. A store's subscription has its store instead. */
  way: { kind: "manage" | "buy"; at: string } | { kind: "store" };
}

export type RenewalView = { kind: "failed"; renewals: FailedRenewal[] } | { kind: "fine" };

export function renewalView(
  lang: LocaleCode,
  { subscriptions, names }: Listed,
  { requestId }: { requestId: string },
): RenewalView {
  const failed = failedIn(subscriptions);
  if (failed.length === 0) return { kind: "fine" };
  const renewals = failed.map((subscription): FailedRenewal => {
    const { renewal } = subscription;
    return {
      ...subscriptionView(lang, subscription, names),
      price: renewal && formatMoney(lang, renewal),
      way: wayOn(lang, subscription, names, requestId),
    };
  });
  return { kind: "failed", renewals };
}

/**
 * Those that are past due. Whoever opens the mail when the last try is over has nothing that runs: then it is the one that was
 * bought last.
 */
function failedIn(subscriptions: readonly Subscription[]): readonly Subscription[] {
  const [last] = subscriptions;
  if (last?.state === "ended" && !subscriptions.some(isRunning)) return [last];
  return subscriptions.filter(({ state }) => state === "past_due");
}

/** Never two of them: a subscription whose way to pay was changed, and a new one, would be paid twice. */
function wayOn(
  lang: LocaleCode,
  { state, source, plan_id, manage_url }: Subscription,
  names: PlanNames,
  requestId: string,
): FailedRenewal["way"] {
  if (source !== "web") return { kind: "store" };
  const at = state === "past_due" && manage_url !== undefined ? paymentAddress(manage_url, requestId) : undefined;
  if (at !== undefined) return { kind: "manage", at };
  // A plan that is no longer on sale has no page.
  return { kind: "buy", at: paths.payment(lang, names.has(plan_id ?? "") ? plan_id : undefined) };
}
