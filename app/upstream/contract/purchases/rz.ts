import { z } from "zod";
import { RESULT_NAMES, RZ_NAMES } from "~/upstream/contract/values/field-names";
import { address, identifier } from "~/upstream/contract/values/scalars";
import { currencyRead, optional, textOr, wholeRead } from "~/upstream/contract/values/tolerant";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseBody, purchaseResult, resultBody } from "./purchase-result";

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
    /** If this or the next field is missing there is no form: a link takes the buyer to the address. */
    key_id: identifier.catch(""),
    razorpay_order_id: identifier.catch(""),
    razorpay_subscription_id: optional(identifier),
    /** In minor units of the currency (cents), unlike every other amount of the API. */
    amount: wholeRead.pipe(z.number().nonnegative().max(1e15)).catch(0),
    currency: currencyRead.catch(""),
    name: textOr("", 256),
    description: textOr("", 256),
    prefill: z.object({ email: textOr("", 254) }).catch({ email: "" }),
    callback_url: address.catch(""),
    cancel_url: address.catch(""),
    checkout_url: optional(address),
  }),
  names: RZ_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

/** What the provider posts when a payment fails. */
const rzError = z.object({
  code: z.string().max(64),
  description: z.string().max(1000).optional(),
  source: z.string().max(64).optional(),
  step: z.string().max(64).optional(),
  reason: z.string().max(64).optional(),
});

/** The API checks the signature: hex HMAC-SHA256 of "<stored razorpay_order_id>|<payment id>" with the key's secret. */
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
  names: RESULT_NAMES,
  repeat: "always",
} as const satisfies Endpoint;
