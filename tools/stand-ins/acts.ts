import { z } from "zod";

export const disputeState = z.enum(["open", "answered", "won", "lost"]);
export type DisputeState = z.output<typeof disputeState>;

/** What happens at a provider without us: its clock, its bank, the buyer's bank, the merchant's own hand. By the provider's ids. */
export const actShape = z.discriminatedUnion("act", [
  /** A payment that was pending. */
  z.object({ act: z.literal("settle"), payment: z.string(), outcome: z.enum(["paid", "failed"]) }),
  /** The page's time is over. */
  z.object({ act: z.literal("expire"), payment: z.string() }),
  /** The merchant gives back at the provider's own pages; without an amount all that is left. In major units. */
  z.object({ act: z.literal("refund"), payment: z.string(), amount: z.number().positive().optional() }),
  /** The buyer's bank asks the money back, the merchant has answered that, or it has ended. */
  z.object({ act: z.literal("dispute"), payment: z.string(), state: disputeState }),
  /** A period ends and the next one is charged. */
  z.object({ act: z.literal("renew"), subscription: z.string(), outcome: z.enum(["paid", "failed"]) }),
]);
export type Act = z.output<typeof actShape>;
