import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { paths } from "~/paths";
import {
  type ChangeFormView,
  changeForm,
  dayOf,
  isWithdrawable,
  type Listed,
  type SubscriptionView,
  subscriptionView,
} from "~/subscriptions/subscription-card.server";
import type { Subscription } from "~/upstream/contract/subscriptions";

/** The first step: the contracts that can be withdrawn from, each with the address of the second. */
interface Choice extends SubscriptionView {
  /** The last day, where the payments API says it. */
  lastDay?: string;
  confirmAt: string;
}

export type WithdrawView =
  | { kind: "choose"; choices: Choice[] }
  /** The second step. `refund`: what is given back, where the payments API says it; `isFree`: nothing was charged. */
  | { kind: "confirm"; contract: SubscriptionView; refund?: string; isFree: boolean; form: ChangeFormView }
  /** The time to withdraw from the contract that the address names is over. */
  | { kind: "over" };

export function withdrawView(
  lang: LocaleCode,
  { subscriptions, names, by, key }: Listed,
  { request }: { request: Request },
): WithdrawView {
  const named = new URL(request.url).searchParams.get("s");
  const found = subscriptions.find(({ subscription_id }) => subscription_id === named);
  if (found !== undefined && found.state !== "withdrawn" && !isWithdrawable(found)) return { kind: "over" };
  if (found !== undefined && isWithdrawable(found) && found.source === "web") {
    return {
      kind: "confirm",
      contract: subscriptionView(lang, found, names),
      refund: found.refund && formatMoney(lang, found.refund),
      isFree: found.refund?.amount === 0,
      form: changeForm(by, found, "withdraw"),
    };
  }
  const choiceOf = (subscription: Subscription): Choice => ({
    ...subscriptionView(lang, subscription, names),
    lastDay: subscription.withdraw_until && dayOf(lang, subscription.withdraw_until),
    confirmAt: paths.withdraw(lang, { key, subscription: subscription.subscription_id }),
  });
  return { kind: "choose", choices: subscriptions.filter(isWithdrawable).map(choiceOf) };
}
