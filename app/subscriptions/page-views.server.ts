import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import type { PlanNames } from "~/offers/sale/plan-names.server";
import { paymentAddress } from "~/orders/hand-off/hand-off.server";
import { paths } from "~/paths";
import type { Subscription } from "~/upstream/contract/subscriptions";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import type { SubscriptionList } from "./load-subscriptions.server";
import {
  type ChangeFormView,
  changeForm,
  isRunning,
  isWithdrawable,
  lastDayToWithdraw,
  type SubscriptionView,
  subscriptionView,
  type WayToWithdraw,
  wayToWithdraw,
  writtenLastDay,
} from "./subscription-card.server";

interface CancelCard extends SubscriptionView {
  /** Cancels, or takes that back; missing where a store does it, where nothing renews, and where it cannot be taken back. */
  form?: ChangeFormView;
  /** The last day of a plan that is cancelled now. */
  lastDay?: string;
  /** What goes back when the plan ends: if it is cancelled now, or because it was. */
  refund?: string;
  withdraw?: WayToWithdraw | undefined;
}

/** Every contract that runs. */
export interface CancelView {
  kind: "cards";
  cards: CancelCard[];
  /** Each plan runs to the end of what is paid. Not where a card says when it ends, or the brand promises buyers to end sooner. */
  runsAsPaid: boolean;
  /** Whoever cancels gets nothing back, now or when the plan ends: the payments API says so, or the brand promises nothing else. */
  isWithoutRefund: boolean;
}

/** Undefined where nothing runs. */
export function cancelView(
  lang: LocaleCode,
  { subscriptions, by, ...facts }: SubscriptionList,
  { selling: { monthsNoticeIn = [] } }: { selling: SellingTerms },
): CancelView | undefined {
  const running = subscriptions.filter(isRunning);
  const cards = running.map((subscription): CancelCard => {
    const { source, renews, resumable, state, cancellation } = subscription;
    const action = state === "ending" ? "resume" : "cancel";
    const isChangeable = source === "web" && renews !== false && (action === "cancel" || resumable !== false);
    return {
      ...subscriptionView(lang, subscription, facts),
      form: isChangeable ? changeForm(by, subscription, action) : undefined,
      lastDay: action === "cancel" && cancellation ? writtenLastDay(lang, cancellation, facts.place) : undefined,
      refund: cancellation?.refund && formatMoney(lang, cancellation.refund),
      withdraw: wayToWithdraw(lang, subscription, facts),
    };
  });
  const mayEndSooner = monthsNoticeIn.length > 0;
  const runsAsPaid = !mayEndSooner && cards.every(({ lastDay, refund }) => !(lastDay || refund));
  const isWithoutRefund = running.every(({ cancellation }) =>
    cancellation === undefined ? !mayEndSooner : cancellation.refund === undefined,
  );
  return cards.length === 0 ? undefined : { kind: "cards", cards, runsAsPaid, isWithoutRefund };
}

/** A renewal that failed, and the one way on. */
export interface FailedRenewal extends SubscriptionView {
  /** What was to be paid. */
  price?: string;
  /** `manage`: the provider's page where the way to pay is changed. A store's subscription has its store instead. */
  way: { kind: "manage" | "buy"; at: string } | { kind: "store" };
}

/** One that renews, and the provider's page where the way to pay is changed. */
interface FineRenewal extends SubscriptionView {
  changeAt: string;
}

export type RenewalView = { kind: "failed"; renewals: FailedRenewal[] } | { kind: "fine"; renewals: FineRenewal[] };

export function renewalView(
  lang: LocaleCode,
  { subscriptions, names, place }: SubscriptionList,
  { requestId }: { requestId: string },
): RenewalView {
  const failed = failedIn(subscriptions);
  if (failed.length === 0)
    return { kind: "fine", renewals: changeable(lang, { subscriptions, names, place }, requestId) };
  const renewals = failed.map((subscription): FailedRenewal => {
    const { renewal } = subscription;
    return {
      ...subscriptionView(lang, subscription, { names, place }),
      price: renewal && formatMoney(lang, renewal),
      way: wayOn(lang, subscription, names, requestId),
    };
  });
  return { kind: "failed", renewals };
}

type Listed = Pick<SubscriptionList, "subscriptions" | "names" | "place">;

/** Whose card expires may change it before a payment fails. */
function changeable(lang: LocaleCode, list: Listed, requestId: string): FineRenewal[] {
  return list.subscriptions.flatMap((subscription): FineRenewal[] => {
    const changeAt = cardPage(subscription, requestId);
    return changeAt === undefined ? [] : [{ ...subscriptionView(lang, subscription, list), changeAt }];
  });
}

/** The provider's page where the way to pay is changed of what renews; undefined also where a renewal failed, which has a page of ours. */
export function cardPage({ state, source, renews, manage_url }: Subscription, requestId: string): string | undefined {
  const isChangeable = state === "active" && source === "web" && renews !== false && manage_url !== undefined;
  return isChangeable ? paymentAddress(manage_url, requestId) : undefined;
}

/**
 * Those that are past due. Whoever opens the mail when the last try is over has nothing that runs: then it is the one that was
 * bought last, where the payments API still says what was to be paid. Of one that was cancelled it says nothing.
 */
function failedIn(subscriptions: readonly Subscription[]): readonly Subscription[] {
  const [last] = subscriptions;
  const isLastTried = last?.state === "ended" && last.renews !== false && last.renewal !== undefined;
  if (isLastTried && !subscriptions.some(isRunning)) return [last];
  return subscriptions.filter(({ state }) => state === "past_due");
}

/** Never two of them: a subscription whose way to pay was changed, and a new one, would be paid twice. */
function wayOn(
  lang: LocaleCode,
  { state, source, plan_id, manage_url }: Subscription,
  names: PlanNames,
  requestId: string,
): FailedRenewal["way"] {
  // What has ended in a store renews no more there either.
  if (source !== "web" && state !== "ended") return { kind: "store" };
  const at = state === "past_due" && manage_url !== undefined ? paymentAddress(manage_url, requestId) : undefined;
  if (at !== undefined) return { kind: "manage", at };
  // A plan that is no longer on sale has no page.
  return { kind: "buy", at: paths.payment(lang, names.has(plan_id ?? "") ? plan_id : undefined) };
}

/** The first step: the contracts that can be withdrawn from, each with the address of the second. */
interface WithdrawChoice extends SubscriptionView {
  /** The last day, where the payments API says it. */
  lastDay?: string;
  /** No law gives the right: the seller does. */
  isVoluntary: boolean;
  confirmAt: string;
}

export type WithdrawView =
  | { kind: "choose"; choices: WithdrawChoice[] }
  /** The second step. `refund`: what is given back, where the payments API says it; `isFree`: nothing was charged. */
  | {
      kind: "confirm";
      contract: SubscriptionView;
      refund?: string;
      isFree: boolean;
      isVoluntary: boolean;
      form: ChangeFormView;
    }
  /** The time to withdraw from the contract that the address names is over. */
  | { kind: "over" };

export function withdrawView(
  lang: LocaleCode,
  { subscriptions, by, key, ...facts }: SubscriptionList,
  { request }: { request: Request },
): WithdrawView {
  const named = new URL(request.url).searchParams.get("s");
  const found = subscriptions.find(({ subscription_id }) => subscription_id === named);
  const isOver = found?.withdraw_until !== undefined && found.state !== "withdrawn" && !isWithdrawable(found);
  if (isOver) return { kind: "over" };
  if (found !== undefined && isWithdrawable(found) && found.source === "web") {
    return {
      kind: "confirm",
      contract: subscriptionView(lang, found, facts),
      refund: found.refund && formatMoney(lang, found.refund),
      isFree: found.refund?.amount === 0,
      isVoluntary: found.withdraw_voluntary === true,
      form: changeForm(by, found, "withdraw"),
    };
  }
  const choiceOf = (subscription: Subscription): WithdrawChoice => ({
    ...subscriptionView(lang, subscription, facts),
    lastDay: lastDayToWithdraw(lang, subscription, facts.place),
    isVoluntary: subscription.withdraw_voluntary === true,
    confirmAt: paths.withdraw(lang, { key, subscription: subscription.subscription_id }),
  });
  return { kind: "choose", choices: subscriptions.filter(isWithdrawable).map(choiceOf) };
}
