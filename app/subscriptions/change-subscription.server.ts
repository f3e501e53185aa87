import { z } from "zod";
import { addressNotice } from "~/forms/address-notice.server";
import { isOver } from "~/owners/ask-owners.server";
import { type Owners, ownerName } from "~/owners/who-asks.server";
import { isFormKeyOf, newFormKey } from "~/security/forms.server";
import { UpstreamError, wasNeverTaken } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import {
  type LinkedPage,
  SUBSCRIPTION_ACTIONS,
  type Subscription,
  type SubscriptionAction,
} from "~/upstream/contract/subscriptions";
import { changeSubscription } from "~/upstream/subscriptions.server";

export type SubscriptionPage = Exclude<LinkedPage, "receipts">;

/** The changes that each page's forms make. */
export const ACTIONS: Readonly<Record<SubscriptionPage, readonly SubscriptionAction[]>> = {
  cancel: ["cancel", "resume"],
  withdraw: ["withdraw"],
  renewal: [],
};

/** One change of one owner's subscription. */
export interface Change {
  subscriptionId: string;
  action: SubscriptionAction;
}

/** Whose subscription it is, and what let them in. */
interface ChangeOwner extends Pick<Owners, "by"> {
  owner: InvoiceOwner;
}

/** Any of a user's links may send the form: a key lives as long as the page, a link may have been replaced meanwhile. */
const changeText = ({ owner, by }: ChangeOwner, { subscriptionId, action }: Change): string =>
  `${by === "link" ? owner.user_id : ownerName(owner)} ${subscriptionId} ${action}`;

/** The idempotency key of a form that makes a change. */
export const newChangeKey = (owner: ChangeOwner, change: Change): string =>
  newFormKey("change", changeText(owner, change));

/** Whether a key was made for this change of this owner's. */
export const isChangeKeyOf = (owner: ChangeOwner, change: Change, key: string): boolean =>
  isFormKeyOf("change", changeText(owner, change), key);

const doneChange = z.object({
  /** See ownerName. */
  owner: z.string(),
  subscriptionId: z.string(),
  orderId: z.string().optional(),
  action: z.enum(SUBSCRIPTION_ACTIONS),
  /** When it was asked for; ISO 8601, as all moments here. */
  requestedAt: z.string(),
  /** The end of the plan. */
  endsAt: z.string().optional(),
  /** Its last day, where the payments API tells it. */
  endsDay: z.string().optional(),
  /** What goes back: of what was cancelled then, of what was withdrawn from now. */
  refund: z.object({ amount: z.number(), currency: z.string() }).optional(),
  /** Where the confirmation goes, partly hidden. */
  emailHint: z.string().optional(),
});
export type DoneChange = z.output<typeof doneChange>;

/** What was just done, for the page after the redirect. */
export const changeDone = addressNotice(doneChange, { purpose: "done", param: "done" });

/** Why a change was not made, or that nobody knows: keys of the subscriptions' problems. */
export type ChangeProblem = "unsure" | "unavailable" | "refused" | "withdrawOver";

interface RefusedChange {
  kind: "refused";
  status: number;
  problem: ChangeProblem;
  /** The key to send the same form again with; missing where that makes no sense. */
  key?: string;
  /** Seconds. */
  retryAfter?: number;
}

type ChangeOutcome =
  | { kind: "done"; change: Omit<DoneChange, "orderId"> }
  /** The payments API no longer accepts the owner's sign. */
  | { kind: "ended" }
  | RefusedChange;

/** Makes a change once, however often its form is sent. Never throws UpstreamError. */
export async function makeChange(change: Change, key: string, { owners, by, caller }: Owners): Promise<ChangeOutcome> {
  const owner = owners.find((one) => isChangeKeyOf({ owner: one, by }, change, key));
  // Made for another owner or another change, or with a secret that is gone: nothing is done.
  if (owner === undefined) return { kind: "refused", status: 400, problem: "unavailable" };
  const { subscriptionId, action } = change;
  try {
    const changed = await changeSubscription({ owner, subscription_id: subscriptionId, action }, key, caller);
    const done = {
      owner: ownerName(owner),
      subscriptionId,
      action,
      requestedAt: changed.asked_at ?? new Date().toISOString(),
      endsAt: changed.subscription.ends_at,
      endsDay: changed.subscription.ends_day,
      refund: refundOf(changed.subscription, action),
      emailHint: changed.email_hint,
    };
    return { kind: "done", change: done };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return isOver(error) ? { kind: "ended" } : whyNot(error, key, () => newChangeKey({ owner, by }, change));
  }
}

/** Of a withdrawal an API may only tell what another one would give back now, which is nothing. */
function refundOf(
  { cancellation, refund }: Pick<Subscription, "cancellation" | "refund">,
  action: SubscriptionAction,
): DoneChange["refund"] {
  if (action === "cancel") return cancellation?.refund;
  return action === "withdraw" && refund !== undefined && refund.amount > 0 ? refund : undefined;
}

/** Timeout, too early, too many requests: a proxy's answer, or the API did not look at it. */
const NOT_LOOKED_AT: readonly number[] = [408, 425, 429];

/** A change that may have been made is never reported as not made. */
function whyNot(error: UpstreamError, key: string, newKey: () => string): RefusedChange {
  const { kind, status = 500, apiError, retryAfter } = error;
  if (!wasNeverTaken(error)) return { kind: "refused", status: 504, problem: "unsure", key };
  if (kind !== "refused" || NOT_LOOKED_AT.includes(status))
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
