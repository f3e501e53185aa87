import { z } from "zod";

/** The one message that the sandbox's process sends to the site that started it. */
export const sandboxReport = z.union([
  z.object({
    started: z.object({
      origin: z.string(),
      controlUrl: z.string(),
      /** A signed link that opens the site as the app would. */
      appLink: z.string(),
    }),
  }),
  /** Why it did not start, for the operator. */
  z.object({ problem: z.string() }),
]);
export type SandboxReport = z.output<typeof sandboxReport>;
