import { randomInt } from "node:crypto";
import { pdPrepurchase, pdPurchaseStatus } from "~/upstream/contract/purchase-calls";
import { askResult } from "../../payments/api/ask-result";
import { openPurchase } from "../../payments/api/open-purchase";
import type { routesIn } from "../../payments/api/route";
import { soldIn } from "../../payments/catalogue/sold";
import type { Context } from "../../payments/context";
import { type Simulator, withQuery } from "./simulator";

/** A pay link like Paddle Classic's, also opened in a frame. It has a single return address. */
export const pd: Simulator = {
  name: "Sandbox merchant of record",
  rights: { scripts: true, frame: true },
  newReference: () => `${randomInt(1e8, 1e9)}-chre${randomInt(2 ** 47).toString(36)}`,
  wayBack: ({ attempt }) => ({
    method: "get",
    address: withQuery(attempt.return_url, { checkout: attempt.reference }),
  }),
};

export function pdRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    pdPrepurchase: posting(pdPrepurchase, async (body, caller) => {
      const { attempt, payAt, expiresAt } = await openPurchase(context, {
        provider: "pd",
        body,
        addresses: { returnUrl: body.return_url, cancelUrl: body.return_url },
        caller,
      });
      return {
        order_id: attempt.order_id,
        product_id: soldIn(attempt).product_id,
        passthrough: JSON.stringify({ order_id: attempt.order_id, attempt: attempt.reference }),
        coupon: attempt.coupon_id,
        pay_link: payAt,
        expires_at: expiresAt,
      };
    }),
    pdPurchaseStatus: posting(pdPurchaseStatus, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
