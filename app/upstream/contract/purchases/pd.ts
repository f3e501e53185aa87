import { z } from "zod";
import { PD_NAMES } from "~/upstream/contract/values/field-names";
import { address, identifier } from "~/upstream/contract/values/scalars";
import { optional, textOr, textRead } from "~/upstream/contract/values/tolerant";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseBody } from "./purchase-result";

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
    /** For the provider's frame in our page, like the fields below. */
    product_id: identifier.catch(""),
    passthrough: textOr("", 1024),
    coupon: optional(z.string().max(64)),
    pay_link: optional(address),
    expires_at: optional(textRead),
  }),
  names: PD_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;
