import { z } from "zod";
import { DECLINE_BUCKETS, ORDER_STATES } from "~/upstream/contract/purchase-result";

const money = z.object({ amount: z.number(), currency: z.string() });

const report = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sent") }),
  z.object({ type: z.literal("action_required") }),
  z.object({ type: z.literal("processing") }),
  z.object({ type: z.literal("abandoned") }),
  z.object({ type: z.literal("declined"), bucket: z.enum(DECLINE_BUCKETS) }),
  z.object({ type: z.literal("captured"), captureId: z.string(), paid: money, paidElsewhere: z.boolean() }),
]);

const priced = { attemptId: z.string(), price: money, hasCoupon: z.boolean() };

/** An event with the order's states around it, as it stands in an order's history. */
export const recordedEvent = z.object({
  before: z.enum(ORDER_STATES),
  after: z.enum(ORDER_STATES),
  event: z.discriminatedUnion("type", [
    z.object({ type: z.literal("attempt_started"), ...priced }),
    z.object({ type: z.literal("nothing_due"), ...priced }),
    z.object({ type: z.literal("reported"), attemptId: z.string(), report }),
    z.object({ type: z.literal("time_over") }),
    z.object({ type: z.literal("superseded") }),
    z.object({ type: z.literal("granted") }),
    z.object({ type: z.literal("refunded") }),
  ]),
});
export type RecordedEvent = z.output<typeof recordedEvent>;
