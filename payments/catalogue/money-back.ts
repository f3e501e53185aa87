import { z } from "zod";

/** A brand's promise of money back without a reason, as the catalogue has it, and as it was sold. */
export const moneyBack = z.strictObject({
  days: z.number().int().positive().max(365),
  second_purchase: z.boolean().default(false).describe("Also for whoever has bought before"),
  renewals: z.boolean().default(false).describe("Also once it has renewed: all that was paid goes back then"),
});
export type MoneyBack = z.output<typeof moneyBack>;
