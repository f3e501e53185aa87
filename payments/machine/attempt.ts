import type { AttemptState, DeclineBucket } from "~/upstream/contract/purchase-result";

export type AttemptStatus =
  | { readonly state: Exclude<AttemptState, "declined"> }
  | { readonly state: "declined"; readonly bucket: DeclineBucket };

/** Reports of the provider in which no money moves, and the effects of a capture. */
export type AttemptEvent =
  | { readonly type: "sent" }
  | { readonly type: "action_required" }
  | { readonly type: "processing" }
  | { readonly type: "abandoned" }
  | { readonly type: "declined"; readonly bucket: DeclineBucket }
  | { readonly type: "mismatched" }
  | { readonly type: "captured" };

/** Reports arrive late, twice and out of order, so an attempt only moves to a higher rank; taken money is highest. */
const RANK: Record<AttemptState, number> = {
  created: 0,
  sent: 1,
  needs_action: 2,
  processing: 3,
  abandoned: 4,
  declined: 5,
  errored: 6,
  succeeded: 7,
};

export function reduceAttempt(status: AttemptStatus, event: AttemptEvent): AttemptStatus {
  const next = statusAfter(event);
  return RANK[next.state] > RANK[status.state] ? next : status;
}

/** A live attempt may still take money. */
export const isLive = (status: AttemptStatus): boolean => RANK[status.state] <= RANK.processing;

export const hasFailed = (status: AttemptStatus): boolean =>
  status.state === "declined" || status.state === "abandoned";

function statusAfter(event: AttemptEvent): AttemptStatus {
  switch (event.type) {
    case "sent":
    case "processing":
    case "abandoned":
      return { state: event.type };
    case "action_required":
      return { state: "needs_action" };
    case "declined":
      return { state: "declined", bucket: event.bucket };
    case "mismatched":
      return { state: "errored" };
    case "captured":
      return { state: "succeeded" };
  }
}
