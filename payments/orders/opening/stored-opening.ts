import { z } from "zod";
import type { Opening } from "../../drivers/driver";

const period = z.object({ interval: z.enum(["day", "week", "month", "year"]), interval_count: z.number() });

const storedOpening = z.object({
  attemptId: z.string(),
  orderId: z.string(),
  madeAt: z.number(),
  price: z.object({ amount: z.number(), currency: z.string() }),
  period,
  renewal: period.extend({ amount: z.number() }).optional(),
  renewsAt: z.number().optional(),
  planId: z.string(),
  title: z.string(),
  email: z.string(),
  language: z.string().optional(),
  country: z.string(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.number(),
});

/** What a provider is asked for an attempt, as it is stored with it: a call that is made again is the same. */
export const openingIn = (text: string): Opening => {
  const { renewal, renewsAt, language, ...stored } = storedOpening.parse(JSON.parse(text));
  return { ...stored, renewal, renewsAt, language };
};

export const openingText = (opening: Opening): string => JSON.stringify(opening);
