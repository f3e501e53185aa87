import { pdPrepurchase, pdPurchaseStatus } from "~/upstream/contract/purchase-calls";
import { soldIn } from "../../catalogue/sold";
import type { Context } from "../../context";
import { askResult } from "../ask-result";
import { openPurchase } from "../open-purchase";
import type { routesIn } from "../route";

/** A pay link, which has a single return address. */
export function pdRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    pdPrepurchase: posting(pdPrepurchase, async (body, caller) => {
      const addresses = { returnUrl: body.return_url, cancelUrl: body.return_url };
      const { attempt, payAt, expiresAt } = await openPurchase(context, { provider: "pd", body, addresses, caller });
      const { order_id, reference, coupon_id: coupon } = attempt;
      const frame = { product_id: soldIn(attempt).product_id, coupon };
      const passthrough = JSON.stringify({ order_id, attempt: reference });
      return { order_id, ...frame, passthrough, pay_link: payAt, expires_at: expiresAt };
    }),
    pdPurchaseStatus: posting(pdPurchaseStatus, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
