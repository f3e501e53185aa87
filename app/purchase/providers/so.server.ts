import { askSoResult, openSoPurchase } from "~/upstream/purchases.server";
import type { ProviderFlow } from "../provider-flows.server";

/** `so`: the buyer pays on a hosted page; where that page is, the result tells while the attempt is live. */
export const so: ProviderFlow = {
  async open(body, { returnUrl, cancelUrl }, idempotencyKey, caller) {
    const answer = await openSoPurchase(
      { ...body, return_url: returnUrl, cancel_url: cancelUrl },
      { idempotencyKey },
      caller,
    );
    return { orderId: answer.order_id };
  },
  ask: askSoResult,
};
