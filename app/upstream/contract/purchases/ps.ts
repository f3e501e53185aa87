import { z } from "zod";
import { PS_NAMES, RESULT_NAMES } from "~/upstream/contract/values/field-names";
import { address, identifier } from "~/upstream/contract/values/scalars";
import { optional } from "~/upstream/contract/values/tolerant";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseBody, purchaseResult, resultBody, statusRead } from "./purchase-result";

/** `ps`: a wallet's own page, left by redirect and come back from with parameters in the manner of PayPal. */
export const psPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/ps/purchase`,
  summary: "Open an order paid on a wallet's page",
  body: purchaseBody.extend({
    payment_method: z.string().max(32).optional(),
    return_url: address,
    cancel_url: address,
  }),
  answer: z.object({
    order_id: identifier,
    transaction_id: optional(identifier),
    status: statusRead.catch("pending"),
    /** Missing where there is nothing to pay. */
    redirect_url: optional(address),
  }),
  names: PS_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

const returned = z.string().min(1).max(256).optional();

/** The return parameters only say which payment is meant; the API asks the provider. */
export const psPurchaseResult = {
  method: "POST",
  path: `${PROVIDERS_PATH}/ps/purchase_result`,
  summary: "Ask the provider how an order stands, naming the payment the buyer came back from",
  body: resultBody.extend({
    transaction_id: returned,
    token: returned,
    payer_id: returned,
    subscription_id: returned,
    ba_token: returned,
  }),
  answer: purchaseResult,
  names: RESULT_NAMES,
  repeat: "always",
} as const satisfies Endpoint;
