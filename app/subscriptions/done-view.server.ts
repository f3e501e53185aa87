import { formatDay, formatMoment } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney } from "~/i18n/money";
import { ownerName } from "~/owners/who-asks.server";
import { whereabouts } from "~/upstream/contract/deadlines";
import type { SubscriptionAction } from "~/upstream/contract/subscriptions";
import { ACTIONS, type DoneChange, type SubscriptionPage } from "./change-subscription.server";
import type { FoundSubscriptions } from "./load-subscriptions.server";
import {
  type ChangeFormView,
  changeForm,
  isRunning,
  lastDayOf,
  type WayToWithdraw,
  wayToWithdraw,
} from "./subscription-card.server";

/** Says what was just done. */
export interface DoneView {
  kind: "done";
  action: SubscriptionAction;
  /** The day on which the cancelled plan ends. */
  until?: string;
  /** What goes back: on that day, or now that it was withdrawn from. */
  refund?: string;
  /** When it was asked for, to the second. */
  time: string;
  /** Where the confirmation goes, partly hidden. */
  email?: string;
  /** Takes the cancellation back. */
  undo?: ChangeFormView;
  withdraw?: WayToWithdraw | undefined;
}

/** What the notice in the address says; undefined where it is another page's, somebody else's, or no longer so. */
export function doneView(
  lang: LocaleCode,
  page: SubscriptionPage,
  found: FoundSubscriptions,
  done: DoneChange | undefined,
): DoneView | undefined {
  if (done === undefined || !("owners" in found)) return undefined;
  const owner = found.owners.find((one) => ownerName(one) === done.owner);
  if (owner === undefined) return undefined;
  const { action, requestedAt, endsAt, endsDay, emailHint, subscriptionId: subscription_id, orderId: order_id } = done;
  const refund = done.refund && formatMoney(lang, done.refund);
  if (!ACTIONS[page].includes(action) || !isStillSo(found, done)) return undefined;
  const listed =
    found.kind === "list" ? found.subscriptions.find((one) => one.subscription_id === subscription_id) : undefined;
  const place = found.kind === "list" ? found.place : whereabouts(undefined);
  const lastDay = lastDayOf({ ends_at: endsAt, ends_day: endsDay }, place);
  const undo = listed === undefined || (listed.state === "ending" && listed.resumable !== false);
  return {
    kind: "done",
    action,
    until: lastDay && formatDay(lang, lastDay),
    refund,
    time: formatMoment(lang, new Date(requestedAt)),
    email: emailHint,
    undo:
      action === "cancel" && undo ? changeForm(found.by, { owner, subscription_id, order_id }, "resume") : undefined,
    withdraw: listed && wayToWithdraw(lang, listed, { key: found.key, place }),
  };
}

/**
 * A form that is sent again gets its first answer again, also where the change was taken back in the meantime. So the list
 * counts, where it can be had. That a withdrawal was received stays true.
 */
function isStillSo(found: FoundSubscriptions, { action, subscriptionId }: DoneChange): boolean {
  if (found.kind !== "list" || action === "withdraw") return true;
  const now = found.subscriptions.find(({ subscription_id }) => subscription_id === subscriptionId);
  if (now === undefined) return true;
  const goesOn = isRunning(now) && now.state !== "ending";
  return goesOn === (action === "resume");
}
