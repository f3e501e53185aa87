import type { Tone } from "~/shell/panels/status-panel";
import type { KnownDecline, OrderState, PurchaseResult, PurchaseStatus } from "~/upstream/contract/purchase-result";

/** What the status page shows about an order: one screen for every state. */
export type OrderScreen =
  | { kind: "declined"; bucket: KnownDecline | undefined }
  | { kind: Exclude<OrderScreenKind, "declined" | "unreachable" | "notOpened"> };

export type OrderScreenKind =
  | "success"
  | "granting"
  | "waiting"
  | "unpaid"
  | "action"
  | "declined"
  | "cancelled"
  | "expired"
  | "review"
  | "refunded"
  /** The payments API could not be asked, so the page says nothing about the payment. */
  | "unreachable"
  /** The payments API would not open the order: nothing was charged. */
  | "notOpened";

interface ScreenFacts {
  tone: Tone;
  /** The messages in `paystatus` for this screen; a paid order has its own page. */
  words: Exclude<OrderScreenKind, "success"> | undefined;
  /** The order's state will change without the buyer, so the page polls. */
  polls: boolean;
  /** No payment is in progress, and nobody knows of money that was taken. */
  mayPayAgain: boolean;
}

/** The properties of every screen. */
export const SCREENS: Readonly<Record<OrderScreenKind, ScreenFacts>> = {
  success: { tone: "success", words: undefined, polls: false, mayPayAgain: false },
  granting: { tone: "success", words: "granting", polls: true, mayPayAgain: false },
  waiting: { tone: "waiting", words: "waiting", polls: true, mayPayAgain: false },
  unpaid: { tone: "info", words: "unpaid", polls: true, mayPayAgain: false },
  action: { tone: "info", words: "action", polls: true, mayPayAgain: false },
  declined: { tone: "problem", words: "declined", polls: false, mayPayAgain: true },
  cancelled: { tone: "info", words: "cancelled", polls: false, mayPayAgain: true },
  expired: { tone: "info", words: "expired", polls: false, mayPayAgain: true },
  review: { tone: "waiting", words: "review", polls: true, mayPayAgain: false },
  refunded: { tone: "info", words: "refunded", polls: false, mayPayAgain: false },
  unreachable: { tone: "waiting", words: "unreachable", polls: true, mayPayAgain: false },
  notOpened: { tone: "problem", words: "notOpened", polls: false, mayPayAgain: true },
};

/**
 * The screens of an order's states; "by status": the status of the latest attempt decides. A new state of the contract
 * does not compile until it is added here.
 */
const SCREEN_OF_STATE = {
  open: "by status",
  paying: "by status",
  granting: "granting",
  done: "success",
  expired: "by status",
  cancelled: "by status",
  review: "review",
  refunded: "refunded",
} as const satisfies Record<OrderState, OrderScreenKind | "by status">;

/** The screens of an attempt's statuses. Money that was taken never shows as failed. */
const SCREEN_OF_STATUS: Readonly<Record<PurchaseStatus, (result: PurchaseResult) => OrderScreen>> = {
  success: () => ({ kind: "success" }),
  requires_action: (result) => payable("action", result),
  pending: (result) => payable("unpaid", result),
  failed: (result) => declined(result),
  canceled: (result) => unlessTaken("cancelled", result),
  expired: (result) => unlessTaken("expired", result),
};

/** The screen of an order. Money that was taken never shows as failed and is not asked for again. */
export function orderScreen(result: PurchaseResult): OrderScreen {
  const kind = SCREEN_OF_STATE[result.order_state];
  return kind === "by status" ? SCREEN_OF_STATUS[result.status](result) : { kind };
}

const isTaken = ({ money_taken }: PurchaseResult): boolean => money_taken === "yes";

/** An address to pay at means that the buyer has not finished. */
const payable = (kind: "action" | "unpaid", result: PurchaseResult): OrderScreen => ({
  kind: result.redirect_url && !isTaken(result) ? kind : "waiting",
});

const unlessTaken = (kind: "cancelled" | "expired", result: PurchaseResult): OrderScreen => ({
  kind: isTaken(result) ? "waiting" : kind,
});

function declined(result: PurchaseResult): OrderScreen {
  const bucket = result.fail_code ?? undefined;
  return isTaken(result) || bucket === "unknown_outcome" ? { kind: "waiting" } : { kind: "declined", bucket };
}

const FIRST_CHECKS = [2, 3, 5, 10];
const LATER_CHECKS = 30;

/** After this many checks, about two minutes, the page says that it can be closed. */
export const PATIENCE = 7;

/** Seconds until check number `check` (from 0) is repeated; the payments API's Retry-After comes first. */
export const secondsUntilNext = (check: number, retryAfter: number | null | undefined): number =>
  retryAfter ?? FIRST_CHECKS[check] ?? LATER_CHECKS;
