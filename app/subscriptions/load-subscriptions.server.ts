import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { isOver, planNames, REFUSED, type ReceiptOwner, receiptAsker } from "~/receipts/load-receipts.server";
import type { PlanNames } from "~/receipts/receipt-view.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { Subscription } from "~/upstream/contract/subscriptions";
import { listSubscriptions } from "~/upstream/subscriptions.server";
import { visitorOf } from "~/visitor/visitor.server";

/** Whoever was let in, as for receipts. */
type Entered = Pick<ReceiptOwner, "owner" | "by" | "key">;

interface AtApi {
  /** The payments API mails links. */
  canAsk: boolean;
}

/** The visitor's subscriptions, or why there are none to show. */
export type Found =
  | ({ kind: "list"; subscriptions: Subscription[]; names: PlanNames } & Entered & AtApi)
  /** `retryAfter`: seconds. */
  | ({ kind: "unavailable"; retryAfter: number } & Entered)
  /** What let the owner in is no longer accepted; see REFUSED. */
  | ({ kind: "nobody" | "ended" | "brokenKey" | "forgotten" } & AtApi)
  /** The payments API knows nothing of subscriptions. */
  | { kind: "unsupported" };

const RETRY_SECONDS = 5;

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
  const { owner, by, key, caller } = asker;
  try {
    const [subscriptions, names] = await Promise.all([listSubscriptions(owner, caller), planNames(lang, visitor)]);
    return { kind: "list", subscriptions, names, owner, by, key, canAsk };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!isOver(error)) return { kind: "unavailable", retryAfter: error.retryAfter ?? RETRY_SECONDS, owner, by, key };
    const kind = REFUSED[by];
    log.warn({ requestId: visitor.requestId, reason: kind }, "subscriptions were refused");
    return { kind, canAsk };
  }
}
