import { isLive } from "./attempt";
import { type CouponEvent, reduceCouponHold } from "./coupon";
import { isSameMoney, type Money } from "./money";
import { type Attempt, type Capture, moveAttempt, type Order } from "./order-record";

/** The provider took money. `paidElsewhere`: another order of the same buyer and plan was paid meanwhile. */
export interface CaptureReport {
  readonly type: "captured";
  readonly captureId: string;
  readonly paid: Money;
  readonly paidElsewhere: boolean;
}

type Verdict = "keep" | "refund" | "dispute" | "refund_and_review";

/**
 * What happens to captured money. The first capture of the right amount is kept; every other is refunded once one is
 * kept (or the order was granted for nothing); wrong amounts alone wait for a person. So the same reports in any order
 * have the same result.
 */
export function reduceCapture(order: Order, attemptId: string, report: CaptureReport): Order {
  const attempt = order.attempts.find((one) => one.id === attemptId);
  const isKnown = order.captures.some((one) => one.id === report.captureId);
  if (attempt === undefined || isKnown) return order;
  switch (verdictOn(order, attempt, report)) {
    case "keep":
      return keepCharge(order, attempt, report);
    case "refund":
      return add(order, attempt, report, "refunded");
    case "dispute":
      return { ...endLive(add(order, attempt, report, "disputed"), attempt.id), state: "review" };
    case "refund_and_review":
      return { ...endLive(add(order, attempt, report, "refunded"), attempt.id), state: "review" };
  }
}

function verdictOn(order: Order, attempt: Attempt, report: CaptureReport): Verdict {
  if (order.state === "refunded" || order.grant !== "none") return "refund";
  if (!isSameMoney(attempt.price, report.paid)) return "dispute";
  return report.paidElsewhere ? "refund_and_review" : "keep";
}

function keepCharge(order: Order, attempt: Attempt, report: CaptureReport): Order {
  const others = order.captures.map((one): Capture => ({ ...one, state: "refunded" }));
  const attempts = order.attempts.map((one) => (one.id === attempt.id ? one : moveHold(one, "refunded")));
  const kept = add({ ...order, captures: others, attempts }, attempt, report, "kept");
  return { ...endLive(kept, attempt.id), state: "granting", grant: "queued" };
}

function add(order: Order, attempt: Attempt, report: CaptureReport, state: Capture["state"]): Order {
  const capture: Capture = { id: report.captureId, attemptId: attempt.id, paid: report.paid, state };
  const isRight = isSameMoney(attempt.price, report.paid);
  const moved = moveHold(moveAttempt(attempt, { type: isRight ? "captured" : "mismatched" }), state);
  return {
    ...order,
    captures: [...order.captures, capture],
    attempts: order.attempts.map((one) => (one.id === attempt.id ? moved : one)),
  };
}

const HOLD_EVENTS: Record<Capture["state"], CouponEvent> = {
  kept: "capture_kept",
  refunded: "capture_returned",
  disputed: "capture_disputed",
};

function moveHold(attempt: Attempt, state: Capture["state"]): Attempt {
  return { ...attempt, hold: attempt.hold && reduceCouponHold(attempt.hold, HOLD_EVENTS[state]) };
}

/** After one attempt took money, the others end. */
function endLive(order: Order, paidAttemptId: string): Order {
  const attempts = order.attempts.map((one) =>
    one.id !== paidAttemptId && isLive(one.status) ? moveAttempt(one, { type: "abandoned" }) : one,
  );
  return { ...order, attempts };
}
