import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { SIGN_UP_NAMES } from "./field-names";
import { affiliatePayload } from "./purchase-result";
import { botToken, email } from "./scalars";
import { optional, textOr, wholeRead, yesOrNo } from "./tolerant";

/** Makes an account of an e-mail address, or signs in to the one there is. Guarded by the bot check. */
export const anonymousSignup = {
  method: "POST",
  path: "/ws/mm/reca/r3/account/v1/web/anonymous_signup",
  summary: "Sign up with an e-mail address only",
  body: z.object({ email, recasign: botToken, _cps: affiliatePayload.optional() }),
  answer: z.object({
    /** Where it is missing, the profile tells. */
    user_id: optional(wholeRead),
    token: z.string().min(1).max(4096),
    email: textOr("", 254),
    is_new: yesOrNo.catch(false),
    /** Seconds. */
    expires_in: optional(wholeRead.pipe(z.number().positive())),
  }),
  names: SIGN_UP_NAMES,
  repeat: "never",
} as const satisfies Endpoint;
