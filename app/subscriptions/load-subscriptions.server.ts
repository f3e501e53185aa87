import type { LocaleCode } from "~/i18n/locales";
import { type PlanNames, planNames } from "~/offers/sale/plan-names.server";
import { askOwners, type NoPurchases, newestFirst, type Purchases } from "~/owners/ask-owners.server";
import { whoAsks } from "~/owners/who-asks.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { Whereabouts } from "~/upstream/contract/deadlines";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { Subscription } from "~/upstream/contract/subscriptions";
import { listSubscriptions } from "~/upstream/subscriptions.server";
import { type Visitor, whereaboutsOf } from "~/visitor/visitor.server";

/** A subscription, and whose it is. */
export type OwnedSubscription = Subscription & { owner: InvoiceOwner };

export type SubscriptionList = Purchases & {
  subscriptions: OwnedSubscription[];
  names: PlanNames;
  /** Where the visitor is: the days are counted there that the payments API does not tell. */
  place: Whereabouts;
};

/** The visitor's subscriptions, or why there are none to show. `unsupported`: the payments API knows nothing of subscriptions. */
export type FoundSubscriptions = SubscriptionList | NoPurchases | { kind: "unsupported" };

/** Finds the subscriptions of whoever asks. Never throws UpstreamError. */
export async function findSubscriptions(
  lang: LocaleCode,
  request: Request,
  visitor: Visitor,
): Promise<FoundSubscriptions> {
  const { caller, requestId } = visitor;
  const [asker, canList] = await Promise.all([
    whoAsks(request, visitor),
    hasOptionalCall("subscriptions", caller, visitor),
  ]);
  if (!canList) return { kind: "unsupported" };
  const [found, names, place] = await Promise.all([
    askOwners(asker, listSubscriptions, { what: "subscriptions", requestId }),
    asker.kind === "owners" ? planNames(lang, visitor) : new Map<string, string>(),
    whereaboutsOf(visitor),
  ]);
  if (found.kind !== "list") return found;
  const { answers, ...list } = found;
  const lists = answers.map(({ owner, answer }) => answer.map((subscription) => ({ ...subscription, owner })));
  const subscriptions = newestFirst(lists, ({ subscription_id: id, bought_at: at }) => ({ id, at }));
  return { ...list, subscriptions, names, place };
}
