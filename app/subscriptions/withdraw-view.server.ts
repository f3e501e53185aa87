import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { paths } from "~/paths";
import type { Subscription } from "~/upstream/contract/subscriptions";
import type { SubscriptionList } from "./load-subscriptions.server";
import {
  type ChangeFormView,
  changeForm,
  dayText,
  isWithdrawable,
  type SubscriptionView,
  subscriptionView,
} from "./subscription-card.server";

/** The first step: the contracts that can be withdrawn from, each with the address of the second. */
interface WithdrawChoice extends SubscriptionView {
  /** The last day, where the payments API says it. */
  lastDay?: string;
  confirmAt: string;
}

export type WithdrawView =
  | { kind: "choose"; choices: WithdrawChoice[] }
  /** The second step. `refund`: what is given back, where the payments API says it; `isFree`: nothing was charged. */
  | { kind: "confirm"; contract: SubscriptionView; refund?: string; isFree: boolean; form: ChangeFormView }
  /** The time to withdraw from the contract that the address names is over. */
  | { kind: "over" };

export function withdrawView(
  lang: LocaleCode,
  { subscriptions, names, by, key }: SubscriptionList,
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
  const choiceOf = (subscription: Subscription): WithdrawChoice => ({
    ...subscriptionView(lang, subscription, names),
    lastDay: subscription.withdraw_until && dayText(lang, subscription.withdraw_until),
    confirmAt: paths.withdraw(lang, { key, subscription: subscription.subscription_id }),
  });
  return { kind: "choose", choices: subscriptions.filter(isWithdrawable).map(choiceOf) };
}
