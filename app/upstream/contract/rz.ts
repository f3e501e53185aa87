import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { purchaseBody, purchaseResult, resultBody } from "./purchase-result";
import { address, currencyCode, identifier } from "./scalars";

const shown = z.string().max(256).default("");

/**
 * `rz`: a checkout in the manner of Razorpay. A form sent to `checkout_url`, or the provider's script, takes the buyer there;
 * the provider posts the outcome, signed, to `callback_url`. Without an address there is nothing to pay.
 */
export const rzPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/rz/purchase`,
  summary: "Open an order paid at the provider's hosted form",
  body: purchaseBody.extend({ callback_url: address, cancel_url: address }),
  answer: z.object({
    order_id: identifier,
    key_id: identifier,
    razorpay_order_id: identifier,
    razorpay_subscription_id: identifier.nullish(),
    /** In minor units of the currency (cents), unlike every other amount of the API. */
    amount: z.number().int().nonnegative().max(1e15),
    currency: currencyCode,
    name: shown,
    description: shown,
    prefill: z.object({ email: z.string().max(254).default("") }).default({ email: "" }),
    callback_url: address,
    cancel_url: address,
    checkout_url: address.nullish(),
  }),
  repeat: "with-key",
} as const satisfies Endpoint;

/** What the provider posts when a payment fails. */
export const rzError = z.object({
  code: z.string().max(64),
  description: z.string().max(1000).optional(),
  source: z.string().max(64).optional(),
  step: z.string().max(64).optional(),
  reason: z.string().max(64).optional(),
});

/** The API checks the signature: hex HMAC-SHA256 of "<its stored razorpay_order_id>|<payment id>" under the key's secret. */
export const rzPurchaseResult = {
  method: "POST",
  path: `${PROVIDERS_PATH}/rz/purchase_result`,
  summary: "Ask the provider how an order stands, passing on what it posted",
  body: resultBody.extend({
    razorpay_payment_id: identifier.optional(),
    razorpay_order_id: identifier.optional(),
    razorpay_signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
    error: rzError.optional(),
  }),
  answer: purchaseResult,
  repeat: "always",
} as const satisfies Endpoint;
