import fc from "fast-check";
import type { DifferenceKind } from "../../../payments/reconcile/tables";

/** What is wrong with a line, if anything. */
const fault = fc.constantFrom<DifferenceKind | "none">(
  ...(["none", "none", "none", "only_theirs", "only_ours", "other_amount", "other_currency"] as const),
);

/** Within three days and a little around them. Our clock and the provider's differ by up to two hours. */
const time = { minutes: fc.integer({ min: -180, max: 3 * 1440 + 180 }), skew: fc.integer({ min: -120, max: 120 }) };
const refund = fc.record({ ...time, fault, by: fc.constantFrom("us", "us", "others"), isUndone: fc.boolean() });
const dispute = fc.record({
  ...time,
  fault,
  state: fc.constantFrom("open", "won", "lost"),
  isUndone: fc.boolean(),
});
const payment = fc.record({
  ...time,
  fault,
  isRenewal: fc.boolean(),
  currency: fc.constantFrom("USD", "JPY", "KWD"),
  minor: fc.integer({ min: 2, max: 99_999 }),
  refund: fc.option(refund, { nil: undefined }),
  dispute: fc.option(dispute, { nil: undefined }),
});
export const randomPayments = fc.array(payment, { maxLength: 25 });

type ValueOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type RandomPayment = ValueOf<typeof payment>;
export type RandomLine = Pick<RandomPayment, "minutes" | "skew" | "fault">;
