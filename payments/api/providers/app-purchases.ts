import { type AppProviderCode, gapPurchaseResult, tpaPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Context } from "../../context";
import type { Result } from "../../orders/result";
import { askResult } from "../ask-result";
import { failure } from "../failure";
import type { Caller, routesIn } from "../route";

interface Confirmed {
  order_id: string;
  transaction_id: string;
}

/** Purchases made in an app exist before they are confirmed: the control page makes them. */
export function appPurchaseRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const confirming =
    (provider: AppProviderCode) =>
    (body: Confirmed, caller: Caller): Promise<Result> =>
      askResult(context, body.order_id, caller, ({ attempts }) => {
        const isKnown = attempts.some((one) => one.provider === provider && one.reference === body.transaction_id);
        if (!isKnown) throw failure("order_unknown");
      });
  return {
    gapPurchaseResult: posting(gapPurchaseResult, confirming("gap")),
    tpaPurchaseResult: posting(tpaPurchaseResult, confirming("tpa")),
  };
}
