import { z } from "zod";

/** What the sandbox's process tells the site that started it. */
export const startedSandbox = z.object({
  origin: z.string(),
  controlUrl: z.string(),
  /** A signed link that opens the site as the app would. */
  appLink: z.string(),
});
