import { z } from "zod";
import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";

/** A provider's report about an attempt, as it is stored and delivered. */
export const providerReport = z.discriminatedUnion("type", [
  z.object({ type: z.literal("action_required") }),
  z.object({ type: z.literal("processing") }),
  z.object({ type: z.literal("abandoned") }),
  z.object({ type: z.literal("declined"), bucket: z.enum(DECLINE_BUCKETS) }),
  z.object({
    type: z.literal("captured"),
    captureId: z.string(),
    paid: z.object({ amount: z.number(), currency: z.string() }),
    /** When the provider took it, in milliseconds since 1970; missing: as it is reported. */
    at: z.number().optional(),
  }),
]);
export type ProviderReport = z.output<typeof providerReport>;

/** One delivery of a report. A repeated delivery has the same event id. */
export interface Delivery {
  eventId: string;
  orderId: string;
  attemptId: string;
  report: ProviderReport;
}
