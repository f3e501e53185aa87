import { z } from "zod";
import { SIGN_UP_NAMES } from "~/upstream/contract/values/field-names";
import { botToken, email, optional, textOr, wholeRead, yesOrNo } from "~/upstream/contract/values/scalars";
import type { Endpoint } from "./endpoint";
import { affiliatePayload } from "./purchase-result";

/**
 * Signs up with an e-mail address. An API that can mail answers `link_sent` for every address, known or not, so that nobody can ask who
 * is a customer; one that cannot makes an account and answers its token. Guarded by the bot check.
 */
export const anonymousSignup = {
  method: "POST",
  path: "/ws/mm/reca/r3/account/v1/web/anonymous_signup",
  summary: "Sign up with an e-mail address only",
  body: z.object({ email, recasign: botToken, _cps: affiliatePayload.optional() }),
  answer: z
    .object({
      /** Missing: the profile has it. */
      user_id: optional(wholeRead),
      /** Missing where the address has an account already. */
      token: optional(z.string().min(1).max(4096)),
      email: textOr("", 254),
      /** Missing: the API does not say; the account may belong to somebody else. */
      is_new: optional(yesOrNo),
      /** A link that signs in has been sent to the address. */
      link_sent: optional(yesOrNo),
      /** Seconds until the token expires. */
      expires_in: optional(wholeRead.pipe(z.number().positive())),
    })
    .refine(({ token, is_new, link_sent }) => token !== undefined || is_new === false || link_sent === true),
  names: SIGN_UP_NAMES,
  repeat: "never",
} as const satisfies Endpoint;
