import { askGapResult, askTpaResult } from "~/upstream/purchases.server";
import type { AppProvider, AppPurchase } from "./provider";

const bodyOf = ({ orderId, transactionId, params }: AppPurchase) => ({
  order_id: orderId,
  transaction_id: transactionId,
  params,
});

/** `gap`: bought in the app's store. */
export const gap: AppProvider = { ask: (purchase, caller) => askGapResult(bodyOf(purchase), caller) };

/** `tpa`: bought from within the app through an agent. */
export const tpa: AppProvider = { ask: (purchase, caller) => askTpaResult(bodyOf(purchase), caller) };
