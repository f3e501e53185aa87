import { wasNeverTaken } from "~/orders/open-order.server";
import { isOver, ownerName, type ReceiptOwner } from "~/receipts/receipt-owner.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { changeSubscription } from "~/upstream/subscriptions.server";
import { type Change, isChangeKeyOf, newChangeKey } from "./change-key.server";
import type { DoneNotice } from "./done-notice.server";

/** Why a change was not made, or that nobody knows: keys of the subscriptions' problems. */
export type Problem = "unsure" | "unavailable" | "refused" | "withdrawOver";

interface RefusedChange {
  kind: "refused";
  status: number;
  problem: Problem;
  /** The key to send the same form again with; missing where that makes no sense. */
  key?: string;
  /** Seconds. */
  retryAfter?: number;
}

type ChangeOutcome =
  | { kind: "done"; notice: Omit<DoneNotice, "orderId"> }
  /** The payments API no longer accepts the owner's sign. */
  | { kind: "ended" }
  | RefusedChange;

/** Makes a change once, however often its form is sent. Never throws UpstreamError. */
export async function makeChange(
  change: Change,
  key: string,
  { owners, by, caller }: ReceiptOwner,
): Promise<ChangeOutcome> {
  const owner = owners.find((one) => isChangeKeyOf({ owner: one, by }, change, key));
  // Made for another owner or another change, or with a secret that is gone: nothing is done.
  if (owner === undefined) return { kind: "refused", status: 400, problem: "unavailable" };
  const { subscriptionId, action } = change;
  try {
    const changed = await changeSubscription({ owner, subscription_id: subscriptionId, action }, key, caller);
    const notice = {
      owner: ownerName(owner),
      subscriptionId,
      action,
      askedAt: changed.asked_at ?? new Date().toISOString(),
      endsAt: changed.subscription.ends_at,
      emailHint: changed.email_hint,
    };
    return { kind: "done", notice };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return isOver(error) ? { kind: "ended" } : whyNot(error, key, () => newChangeKey({ owner, by }, change));
  }
}

/** Timeout, too early, too many requests: a proxy's answer, or the API did not look at it. */
const LATER: readonly number[] = [408, 425, 429];

/** A change that may have been made is never reported as not made. */
function whyNot(error: UpstreamError, key: string, newKey: () => string): RefusedChange {
  const { kind, status = 500, apiError, retryAfter } = error;
  if (!wasNeverTaken(error)) return { kind: "refused", status: 504, problem: "unsure", key };
  if (kind !== "refused" || LATER.includes(status))
    return { kind: "refused", status: 503, problem: "unavailable", key, retryAfter };
  switch (apiError?.error.code) {
    case "in_progress":
      return { kind: "refused", status: 409, problem: "unsure", key };
    // Sent under this key before, by another link of the owner's. What is so already is not done again under a new one.
    case "idempotency_conflict":
      return { kind: "refused", status: 409, problem: "unsure", key: newKey() };
    case "withdrawal_over":
      return { kind: "refused", status: 422, problem: "withdrawOver" };
    default:
      return { kind: "refused", status: 422, problem: "refused" };
  }
}
