import { z } from "zod";
import type { Call, CaptureFact, DisputeFact, DriverReport } from "../driver";
import { type PayPal, PayPalRefused, unlessRefused } from "./api";
import { instant, money } from "./values";

const listed = z.object({ items: z.array(z.object({ dispute_id: z.string().min(1) })).default([]) });
const disputeRead = z.object({
  dispute_id: z.string().min(1),
  status: z.string(),
  reason: z.string().default(""),
  dispute_amount: money,
  seller_response_due_date: instant.optional(),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
});

type Disputed = Extract<DriverReport, { type: "disputed" }>;
const LOST = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

/** Needs the right to see disputes, which an operator gives to the app in PayPal's dashboard. Without it there are none: payments go on. */
export async function disputesAbout(paypal: PayPal, { captureId }: CaptureFact, call: Call): Promise<Disputed[]> {
  const read = <T>(schema: z.ZodType<T>, path: string) =>
    paypal(schema, { method: "GET", path: `/v1/customer/disputes${path}` }, call);
  const found = await unlessRefused(
    unlessForbidden(read(listed, `?disputed_transaction_id=${encodeURIComponent(captureId)}`)),
  );
  const details = (found?.items ?? []).map(({ dispute_id }) => read(disputeRead, `/${encodeURIComponent(dispute_id)}`));
  return (await unlessRefused(Promise.all(details))).map((dispute) => reportOf(dispute, captureId));
}

const unlessForbidden = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof PayPalRefused && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  });

function reportOf(dispute: z.output<typeof disputeRead>, captureId: string): Disputed {
  const { dispute_id: disputeId, dispute_amount: money, reason, seller_response_due_date: evidenceBy } = dispute;
  return { type: "disputed", captureId, disputeId, state: stateOf(dispute), money, reason, evidenceBy };
}

/** PayPal may pay the buyer itself (RESOLVED_WITH_PAYOUT): then the seller keeps the money. */
function stateOf({ status, dispute_outcome: outcome }: z.output<typeof disputeRead>): DisputeFact["state"] {
  if (status !== "RESOLVED") return "open";
  return LOST.includes(outcome?.outcome_code ?? "") ? "lost" : "won";
}
