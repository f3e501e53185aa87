import { callForAnybody } from "~/upstream/client/client.server";
import { gapPurchaseResult, tpaPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { AppProvider, AppPurchase } from "./provider.server";

const bodyOf = ({ orderId, transactionId, params }: AppPurchase) => ({
  order_id: orderId,
  transaction_id: transactionId,
  params,
});

/** `gap`: bought in the app's store. */
export const gap: AppProvider = {
  ask: (purchase, caller) => callForAnybody(gapPurchaseResult, { body: bodyOf(purchase) }, caller),
};

/** `tpa`: bought from within the app through an agent. */
export const tpa: AppProvider = {
  ask: (purchase, caller) => callForAnybody(tpaPurchaseResult, { body: bodyOf(purchase) }, caller),
};
