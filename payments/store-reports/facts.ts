import { z } from "zod";
import { countryCode } from "~/upstream/contract/values/scalars";

/** An exact amount in major units, such as `9.99`. */
const decimal = z.string().regex(/^\d+(\.\d+)?$/);

/** A payment, or what of one went back, as the stores want to know it. */
const paymentFacts = z.object({
  product: z.string().min(1),
  /** With tax. */
  gross: decimal,
  tax: decimal,
  /** What of it, without tax, is left after every refund. */
  net_left: decimal,
  currency: z.string().length(3),
  country: countryCode,
  at: z.number().int(),
  /** Undefined: it was sold once. */
  period: z.object({ starts_at: z.number().int(), ends_at: z.number().int(), paid_days: z.number().int() }).optional(),
  /** It was reported by mistake: there was no such payment. */
  erroneous: z.boolean().optional(),
});
export type PaymentFacts = z.output<typeof paymentFacts>;

/** @throws where a report tells of no payment */
export const factsOf = ({ facts }: { facts: string | null }): PaymentFacts =>
  paymentFacts.parse(JSON.parse(facts ?? "null"));
