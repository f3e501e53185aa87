import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Context } from "../../context";
import { askResult } from "../ask-result";
import { openPurchase } from "../open-purchase";
import type { routesIn } from "../route";

/** A page of the provider, found by a plain address. */
export function soRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    soPurchase: posting(soPurchase, async (body, caller) => {
      const addresses = { returnUrl: body.return_url, cancelUrl: body.cancel_url };
      const { attempt, payAt, expiresAt } = await openPurchase(context, { provider: "so", body, addresses, caller });
      return { order_id: attempt.order_id, web_url: payAt, expires_at: expiresAt };
    }),
    soPurchaseResult: posting(soPurchaseResult, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
