import { type AppProvider, gapPurchaseResult, tpaPurchaseResult } from "~/upstream/contract/app-purchase";
import { askResult } from "../api/ask-result";
import { failure } from "../api/failure";
import type { routesIn } from "../api/route";
import type { Context } from "../context";
import type { Result } from "../orders/result";

/** Purchases begun in an app exist before anyone asks about them: the control page makes them. */
export function appPurchaseRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const confirm = (provider: AppProvider, orderId: string, transactionId: string): Promise<Result> =>
    askResult(context, orderId, ({ attempts }) => {
      const isKnown = attempts.some((one) => one.provider === provider && one.reference === transactionId);
      if (!isKnown) throw failure("order_unknown");
    });
  return {
    gapPurchaseResult: posting(gapPurchaseResult, (body) => confirm("gap", body.order_id, body.transaction_id)),
    tpaPurchaseResult: posting(tpaPurchaseResult, (body) => confirm("tpa", body.order_id, body.transaction_id)),
  };
}
