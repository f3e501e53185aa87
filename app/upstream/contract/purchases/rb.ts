import { z } from "zod";
import { RB_NAMES } from "~/upstream/contract/values/field-names";
import { address, botToken, identifier } from "~/upstream/contract/values/scalars";
import { optional } from "~/upstream/contract/values/tolerant";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseBody, statusRead } from "./purchase-result";

/** `rb`: a subscription in the manner of Rebilly, guarded by the bot check (action `pay_submit`). */
export const rbCreateSubscription = {
  method: "POST",
  path: `${PROVIDERS_PATH}/rb/create_subscription`,
  summary: "Open an order for a subscription paid on the provider's page",
  body: purchaseBody.extend({
    product_id: identifier,
    payment_token: z.string().max(256).optional(),
    return_url: address,
    recasign: botToken,
  }),
  answer: z.object({
    order_id: identifier,
    status: statusRead.catch("pending"),
    /** Missing where there is nothing to pay. */
    redirect_url: optional(address),
  }),
  names: RB_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;
