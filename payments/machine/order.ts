import { type AttemptEvent, isLive } from "./attempt";
import { type CaptureReport, reduceCapture } from "./capture";
import { reduceCouponHold } from "./coupon";
import type { Money } from "./money";
import { type Attempt, moveAttempt, type Order } from "./order-record";

/** A provider's report about an attempt; it may arrive late, twice and out of order. */
export type Report = Exclude<AttemptEvent, { type: "captured" | "mismatched" }> | CaptureReport;

export type OrderEvent =
  | { readonly type: "attempt_started"; readonly attemptId: string; readonly price: Money; readonly hasCoupon: boolean }
  /** An amount of 0 needs no provider: the order is granted at once. */
  | { readonly type: "nothing_due"; readonly attemptId: string; readonly price: Money; readonly hasCoupon: boolean }
  | { readonly type: "reported"; readonly attemptId: string; readonly report: Report }
  | { readonly type: "time_over" }
  | { readonly type: "superseded" }
  | { readonly type: "granted" }
  | { readonly type: "refunded" };

/** Pure, and never throws: an event that does not fit the order's state leaves the order unchanged. */
export function reduceOrder(order: Order, event: OrderEvent): Order {
  switch (event.type) {
    case "attempt_started":
      return order.state === "open" ? startAttempt(order, event) : order;
    case "nothing_due":
      return order.state === "open" ? startGift(order, event) : order;
    case "reported":
      return reduceReport(order, event.attemptId, event.report);
    case "time_over":
      return order.state === "open" ? { ...order, state: "expired" } : order;
    case "superseded":
      return order.state === "open" ? { ...order, state: "cancelled" } : order;
    case "granted":
      return order.state === "granting" ? { ...order, state: "done", grant: "given" } : order;
    case "refunded":
      return order.state === "done" || order.state === "review" ? refundAll(order) : order;
  }
}

function startAttempt(order: Order, started: Extract<OrderEvent, { type: "attempt_started" }>): Order {
  const attempt: Attempt = {
    id: started.attemptId,
    price: started.price,
    status: { state: "created" },
    hold: started.hasCoupon ? "held" : null,
  };
  return { ...order, state: "paying", attempts: [...order.attempts, attempt] };
}

function startGift(order: Order, { attemptId, price, hasCoupon }: Extract<OrderEvent, { type: "nothing_due" }>): Order {
  const hold = hasCoupon ? "redeemed" : null;
  const attempt: Attempt = { id: attemptId, price, status: { state: "succeeded" }, hold };
  return { ...order, state: "granting", grant: "queued", attempts: [...order.attempts, attempt] };
}

function reduceReport(order: Order, attemptId: string, report: Report): Order {
  if (report.type === "captured") return reduceCapture(order, attemptId, report);
  const attempts = order.attempts.map((one) => (one.id === attemptId ? moveAttempt(one, report) : one));
  const isOver = order.state === "paying" && !attempts.some(({ status }) => isLive(status));
  return { ...order, attempts, state: isOver ? "open" : order.state };
}

function refundAll(order: Order): Order {
  return {
    ...order,
    state: "refunded",
    captures: order.captures.map((one) => ({ ...one, state: "refunded" })),
    attempts: order.attempts.map((one) => ({
      ...one,
      hold: one.hold && reduceCouponHold(one.hold, "capture_returned"),
    })),
  };
}
