import type { OrderState } from "~/upstream/contract/purchase-result";
import { type AttemptEvent, type AttemptStatus, hasFailed, isLive, reduceAttempt } from "./attempt";
import { type CouponHold, reduceCouponHold } from "./coupon";
import type { Money } from "./money";

export interface Attempt {
  readonly id: string;
  /** The amount this attempt may take, with the coupon deducted. */
  readonly price: Money;
  readonly status: AttemptStatus;
  /** Null: no coupon. */
  readonly hold: CouponHold | null;
}

/** Money that a provider took. At most one capture of an order is kept; a disputed one waits for a person. */
export interface Capture {
  readonly id: string;
  readonly attemptId: string;
  readonly paid: Money;
  readonly state: "kept" | "refunded" | "disputed";
}

export interface Order {
  readonly state: OrderState;
  readonly attempts: readonly Attempt[];
  readonly captures: readonly Capture[];
  readonly grant: "none" | "queued" | "given";
}

export const NEW_ORDER: Order = { state: "open", attempts: [], captures: [], grant: "none" };

export const liveAttempt = (order: Order): Attempt | undefined => order.attempts.find(({ status }) => isLive(status));

/** Applies an event to one attempt; an attempt that fails releases its coupon. One that does not change stays the same object. */
export function moveAttempt(attempt: Attempt, event: AttemptEvent): Attempt {
  const status = reduceAttempt(attempt.status, event);
  const hold = attempt.hold && hasFailed(status) ? reduceCouponHold(attempt.hold, "attempt_failed") : attempt.hold;
  return status === attempt.status && hold === attempt.hold ? attempt : { ...attempt, status, hold };
}
