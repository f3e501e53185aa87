import { z } from "zod";
import { purchaseResult } from "./purchase-result";
import { amount, currencyCode } from "./scalars";

/**
 * Every answer that is not 2xx. `order` comes with `order_live` (the buyer already has this purchase under way),
 * `price` with `price_changed` (what it costs now).
 */
export const apiError = z.object({
  code: z.number().int(),
  error: z.object({
    code: z.string().max(64),
    message: z.string().max(2000),
    retryable: z.boolean().default(false),
    request_id: z.string().max(128).optional(),
  }),
  order: purchaseResult.optional(),
  price: z.object({ amount, currency: currencyCode }).optional(),
});
export type ApiError = z.output<typeof apiError>;

/** Codes that end the session: the token is no longer good. */
export const SESSION_OVER_CODES: readonly number[] = [401, 403];

/** Codes on a non-200 that ask the visitor whether to stay or to log in again. */
export const LOGGED_OUT_CODES: readonly number[] = [50008, 50012, 50014];
