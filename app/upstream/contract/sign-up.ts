import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { affiliatePayload } from "./purchase-result";
import { botToken, email } from "./scalars";

/** Makes an account of an e-mail address, or signs in to the one there is. Guarded by the bot check. */
export const anonymousSignup = {
  method: "POST",
  path: "/ws/mm/reca/r3/account/v1/web/anonymous_signup",
  summary: "Sign up with an e-mail address only",
  body: z.object({ email, recasign: botToken, _cps: affiliatePayload.optional() }),
  answer: z.object({
    user_id: z.number().int().safe(),
    token: z.string().min(1).max(512),
    email: z.string().max(254).default(""),
    is_new: z.boolean().default(false),
    /** Seconds. */
    expires_in: z.number().int().positive().optional(),
  }),
  repeat: "never",
} as const satisfies Endpoint;
