import { z } from "zod";
import { amountRead, currencyRead, optional, textOr, wholeRead } from "~/upstream/contract/values/scalars";
import { soldTerms } from "./agreement";
import { liveOrder } from "./purchase-result";

/** The code goes into the log, so one that is no word (a sentence, which may quote what was sent) is left out. */
const word = z
  .string()
  .max(64)
  .overwrite((code) => (/^[\w.-]+$/.test(code) ? code : "unreadable"));

/**
 * The body of every answer that is not 2xx. `order` comes with `order_live` (the buyer already has an order under way),
 * `price` and `agreement` with `price_changed` and `trial_used` (the price and the terms of now).
 */
export const apiError = z.object({
  code: wholeRead,
  error: z.object({
    code: word,
    message: textOr("", 2000),
    retryable: z.boolean().default(false).catch(false),
    request_id: optional(z.string().max(128)),
  }),
  order: optional(liveOrder),
  price: optional(z.object({ amount: amountRead, currency: currencyRead })),
  agreement: optional(soldTerms),
});
export type ApiError = z.output<typeof apiError>;

/** Codes that end the session because the token is not valid any more. */
export const SESSION_OVER_CODES: readonly number[] = [401, 403];

/** Codes of a non-200 answer after which the visitor is asked whether to stay logged out or to log in again. */
export const LOGGED_OUT_CODES: readonly number[] = [50008, 50012, 50014];

/** Codes that mean success. */
export const SUCCESS_CODES: readonly number[] = [0, 200, 20000];
