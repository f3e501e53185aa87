import { z } from "zod";
import { RESULT_NAMES } from "~/upstream/contract/values/field-names";
import { identifier } from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseResult, resultBody } from "./purchase-result";

/** Purchases made inside an app, in its store (`gap`) or through an agent (`tpa`): the site confirms and shows them. */
export const APP_PROVIDERS = ["gap", "tpa"] as const;
export type AppProviderCode = (typeof APP_PROVIDERS)[number];

/** The return parameters that are passed on; all others in the address are dropped. */
export const APP_PURCHASE_PARAMS = ["package_name", "product_id", "purchase_token", "receipt_id", "agent_id"] as const;

const value = z.string().min(1).max(512).optional();

const resultOf = (provider: AppProviderCode) =>
  ({
    method: "POST",
    path: `${PROVIDERS_PATH}/${provider}/purchase_result`,
    summary: `Confirm a purchase begun in an app (${provider})`,
    body: resultBody.extend({
      transaction_id: identifier,
      params: z.object({
        package_name: value,
        product_id: value,
        purchase_token: value,
        receipt_id: value,
        agent_id: value,
      } satisfies Record<(typeof APP_PURCHASE_PARAMS)[number], typeof value>),
    }),
    answer: purchaseResult,
    names: RESULT_NAMES,
    repeat: "always",
  }) as const satisfies Endpoint;

export const gapPurchaseResult = resultOf("gap");
export const tpaPurchaseResult = resultOf("tpa");
