import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { planNames } from "~/receipts/load-receipts.server";
import { askForOwners, type ReceiptOwner, receiptAsker, together } from "~/receipts/receipt-owner.server";
import type { PlanNames } from "~/receipts/receipt-view.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { Subscription } from "~/upstream/contract/subscriptions";
import { listSubscriptions } from "~/upstream/subscriptions.server";
import { visitorOf } from "~/visitor/visitor.server";

/** Whoever was let in, as for receipts. */
type Entered = Pick<ReceiptOwner, "owners" | "by" | "key">;

/** A subscription, and whose it is. */
export type OwnedSubscription = Subscription & { owner: InvoiceOwner };

interface AtApi {
  /** The payments API mails links. */
  canAsk: boolean;
}

/** The visitor's subscriptions, or why there are none to show. */
export type Found =
  | ({ kind: "list"; subscriptions: OwnedSubscription[]; names: PlanNames } & Entered & Refused & AtApi)
  /** `retryAfter`: seconds. */
  | ({ kind: "unavailable"; retryAfter: number } & Entered)
  | ({ kind: "nobody" } & AtApi)
  /** What let the owner in is no longer accepted. */
  | ({ kind: "ended" | "brokenKey" | "forgotten" } & Partial<Refused> & AtApi)
  /** The payments API knows nothing of subscriptions. */
  | { kind: "unsupported" };

/** The owners whom the payments API no longer accepts; see askForOwners. */
interface Refused {
  refused: InvoiceOwner[];
}

/** Finds the subscriptions of whoever asks. Never throws UpstreamError. */
export async function findSubscriptions(lang: LocaleCode, request: Request): Promise<Found> {
  const visitor = await visitorOf(request);
  const has = (name: "subscriptions" | "subscription_link") => hasOptionalCall(name, visitor.caller, visitor);
  const [asker, canList, canAsk] = await Promise.all([
    receiptAsker(request, visitor),
    has("subscriptions"),
    has("subscription_link"),
  ]);
  if (!canList) return { kind: "unsupported" };
  if (asker.kind !== "owner") return { kind: asker.kind, canAsk };
  const [found, names] = await Promise.all([askForOwners(asker, listSubscriptions), planNames(lang, visitor)]);
  const { owners, by, key } = asker;
  if (found.kind === "unavailable") return { ...found, owners, by, key };
  if (found.kind !== "answered") {
    log.warn({ requestId: visitor.requestId, reason: found.kind }, "subscriptions were refused");
    return { ...found, canAsk };
  }
  const lists = found.answers.map(({ owner, answer }) => answer.map((subscription) => ({ ...subscription, owner })));
  const subscriptions = together(lists, ({ subscription_id: id, bought_at: at }) => ({ id, at }));
  return { kind: "list", subscriptions, names, owners, by, key, refused: found.refused, canAsk };
}
