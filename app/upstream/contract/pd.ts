import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { purchaseBody } from "./purchase-result";
import { address, identifier } from "./scalars";

/**
 * `pd`: a checkout in the manner of Paddle Classic. The buyer pays at `pay_link`, or in a frame that the provider's script
 * opens for `product_id` with `passthrough` and `coupon`. Without a link there is nothing to pay.
 */
export const pdPrepurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/common/pd/prepurchase`,
  summary: "Open an order paid at a pay link or in the provider's frame",
  body: purchaseBody.extend({ return_url: address }),
  answer: z.object({
    order_id: identifier,
    product_id: identifier,
    passthrough: z.string().max(1024).default(""),
    coupon: z.string().max(64).nullish(),
    pay_link: address.nullish(),
    expires_at: z.string().max(40).nullish(),
  }),
  repeat: "with-key",
} as const satisfies Endpoint;
