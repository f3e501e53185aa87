import fc from "fast-check";
import type { OrderEvent, Report } from "../../payments/machine/order";

export const PRICE = { amount: 11.99, currency: "USD" };
export const WRONG = { amount: 12.99, currency: "USD" };

export const reported = (attemptId: string, report: Report): OrderEvent => ({ type: "reported", attemptId, report });
/** What a free trial costs that asks for a way to pay; in another currency, to be told from what is given away. */
export const NOTHING = { amount: 0, currency: "EUR" };
export const GIFT = { amount: 0, currency: "USD" };

export const started = (attemptId: string, hasCoupon = true, price = PRICE): OrderEvent => ({
  type: "attempt_started",
  attemptId,
  price,
  hasCoupon,
});
export const nothingDue = (attemptId: string, hasCoupon = true): OrderEvent => ({
  type: "nothing_due",
  attemptId,
  price: GIFT,
  hasCoupon,
});
export const captured = (captureId: string, paid = PRICE, paidElsewhere = false): Report => ({
  type: "captured",
  captureId,
  paid,
  paidElsewhere,
});

const report: fc.Arbitrary<Report> = fc.oneof(
  fc.constantFrom<Report>(
    { type: "sent" },
    { type: "action_required" },
    { type: "processing" },
    { type: "abandoned" },
    { type: "declined", bucket: "bank_declined" },
  ),
  fc
    .record({
      id: fc.constantFrom("c1", "c2", "c3"),
      paid: fc.constantFrom(PRICE, WRONG, NOTHING),
      elsewhere: fc.boolean(),
    })
    .map(({ id, paid, elsewhere }) => captured(id, paid, elsewhere)),
);
const attemptId = fc.constantFrom("a", "b", "c", "stranger");
/** Anything that can happen to an order, at attempts it has and at ones it has not. */
export const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(attemptId, report).map(([id, what]) => reported(id, what)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.boolean(), fc.constantFrom(PRICE, NOTHING))
      .map(([hasCoupon, price]) => started("next", hasCoupon, price)),
  },
  { weight: 1, arbitrary: fc.boolean().map((hasCoupon) => nothingDue("next", hasCoupon)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<OrderEvent>(
      { type: "time_over" },
      { type: "superseded" },
      { type: "granted" },
      { type: "refunded" },
    ),
  },
);
