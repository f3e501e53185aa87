import { RESULT_NAMES } from "~/upstream/contract/values/field-names";
import { type Endpoint, PROVIDERS_PATH } from "../endpoint";
import { purchaseResult, resultBody } from "./purchase-result";

/** The flows with a `{hash}_status` call. Nothing that a visitor sends becomes part of the path. */
const STATUS_FLOWS = { rb: "rb/subscription", pd: "common/pd/purchase" } as const;

const statusOf = <F extends keyof typeof STATUS_FLOWS>(flow: F) =>
  ({
    method: "POST",
    path: `${PROVIDERS_PATH}/${STATUS_FLOWS[flow]}_status`,
    summary: `Ask the provider how an order of ${flow} stands`,
    body: resultBody,
    answer: purchaseResult,
    names: RESULT_NAMES,
    repeat: "always",
  }) as const satisfies Endpoint;

export const rbSubscriptionStatus = statusOf("rb");
export const pdPurchaseStatus = statusOf("pd");
