import { z } from "zod";
import { RESULT_NAMES, SO_NAMES } from "~/upstream/contract/values/field-names";
import { address, identifier } from "~/upstream/contract/values/scalars";
import { optional, textRead } from "~/upstream/contract/values/tolerant";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseBody, purchaseResult, resultBody } from "./purchase-result";

/** `so`: a hosted payment page. The buyer pays at `web_url`; without that there is nothing to pay. */
export const soPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/so/purchase`,
  summary: "Open an order paid on a hosted page",
  body: purchaseBody.extend({ return_url: address, cancel_url: address }),
  answer: z.object({ order_id: identifier, web_url: optional(address), expires_at: optional(textRead) }),
  names: SO_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

export const soPurchaseResult = {
  method: "POST",
  path: `${PROVIDERS_PATH}/so/purchase_result`,
  summary: "Ask the provider how an order stands",
  body: resultBody,
  answer: purchaseResult,
  names: RESULT_NAMES,
  repeat: "always",
} as const satisfies Endpoint;
