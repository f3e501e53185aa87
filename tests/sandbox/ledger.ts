import { z } from "zod";

const ledger = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      plan_id: z.string(),
      email: z.string(),
      attempts: z.array(
        z.object({
          id: z.string(),
          provider: z.string().nullable(),
          state: z.string(),
          bucket: z.string().nullable(),
          amount: z.number(),
          coupon_id: z.string().nullable(),
          hold: z.string().nullable(),
          trial_days: z.number().nullable(),
          renewal_amount: z.number().nullable(),
        }),
      ),
      charges: z.array(z.object({ amount: z.number(), currency: z.string(), state: z.string() })),
      grants: z.array(z.object({ attempt_id: z.string(), starts_at: z.number(), ends_at: z.number() })),
      conversions: z.array(
        z.object({
          provider: z.string().nullable(),
          amount: z.number(),
          currency: z.string(),
          network: z.string().nullable(),
          click: z.string().nullable(),
          front_id: z.string().nullable(),
          at: z.number(),
          refunded_at: z.number().nullable(),
        }),
      ),
      events: z.array(z.object({ seq: z.number(), type: z.string(), attempt_id: z.string().nullable() })),
    }),
  ),
});
export type LedgerOrder = z.output<typeof ledger>["orders"][number];

/** The orders that a sandbox has, newest first: all, or one buyer's. Asking brings them up to the moment. */
export async function readLedger(sandbox: string, email?: string): Promise<LedgerOrder[]> {
  const query = new URLSearchParams(email === undefined ? {} : { email });
  const response = await fetch(`${sandbox}/control/orders.json?${query}`);
  return ledger.parse(await response.json()).orders;
}
