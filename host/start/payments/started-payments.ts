import { z } from "zod";

/** What the payments API's process tells the site that started it. */
export const startedPayments = z.object({
  origin: z.string(),
  /** Where providers and buyers reach it. */
  publicOrigin: z.string(),
  providers: z.array(z.string()),
  pageHosts: z.array(z.string()),
  /** No money moves. */
  isTest: z.boolean(),
});
export type StartedPayments = z.output<typeof startedPayments>;
