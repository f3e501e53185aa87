import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "~/upstream/contract/endpoint";
import { invoiceOwner } from "~/upstream/contract/invoices";
import { identifier, instantRead, wholeRead } from "~/upstream/contract/values/scalars";

/** At least 128 bits, in letters that an address takes as they are. */
export const redemptionCode = z.string().regex(/^[\w-]{22,128}$/);

/**
 * Only for a paid order, by a key of that order. The code is good once and for ten minutes, and an order has one at a time: asking again
 * ends the one before.
 */
export const redemption = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/redemptions`,
  summary: "A code with which the buyer's app is let into what a paid order bought",
  body: invoiceOwner.extend({ order_id: identifier }),
  answer: z.object({ code: redemptionCode, expires_at: instantRead }),
  repeat: "always",
} as const satisfies Endpoint;

/**
 * Called by the app, never by the site. The token is the app's from then on: it proves the buyer of this order and nobody else's
 * account. Refused with `code_unknown` (404), `code_used` (409) or `code_expired` (410).
 */
export const redeem = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/redemptions/redeem`,
  summary: "Turn such a code, once, into a token for the app",
  body: z.object({ code: redemptionCode }),
  answer: z.object({ token: z.string().min(1).max(4096), user_id: wholeRead, order_id: identifier }),
  repeat: "never",
} as const satisfies Endpoint;
