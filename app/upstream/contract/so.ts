import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { purchaseBody, purchaseResult, resultBody } from "./purchase-result";
import { address, identifier } from "./scalars";

/** `so`: a hosted payment page. The buyer pays at `web_url` and comes back to `return_url` or `cancel_url`. Without one there is nothing to pay. */
export const soPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/so/purchase`,
  summary: "Open an order paid on a hosted page",
  body: purchaseBody.extend({ return_url: address, cancel_url: address }),
  answer: z.object({ order_id: identifier, web_url: address.nullish(), expires_at: z.string().max(40).nullish() }),
  repeat: "with-key",
} as const satisfies Endpoint;

export const soPurchaseResult = {
  method: "POST",
  path: `${PROVIDERS_PATH}/so/purchase_result`,
  summary: "Ask the provider how an order stands",
  body: resultBody,
  answer: purchaseResult,
  repeat: "always",
} as const satisfies Endpoint;
