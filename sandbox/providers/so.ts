import { randomBytes } from "node:crypto";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { AttemptState } from "~/upstream/contract/purchase-result";
import { askResult } from "../../payments/api/ask-result";
import { openPurchase } from "../../payments/api/open-purchase";
import type { routesIn } from "../../payments/api/route";
import type { Context } from "../../payments/context";
import { type Simulator, withQuery } from "./simulator";

/** The status words that this provider adds to the return address. */
const RETURN_STATUS: Record<AttemptState, string> = {
  created: "created",
  sent: "created",
  needs_action: "3ds_verify",
  processing: "processing",
  succeeded: "approved",
  declined: "declined",
  abandoned: "void_ok",
  errored: "processing",
};

/** A hosted payment page in the manner of Solidgate. */
export const so: Simulator = {
  name: "Sandbox card page",
  rights: {},
  newReference: () => `so_${randomBytes(12).toString("hex")}`,
  wayBack: ({ attempt, order }, said) => ({
    method: "get",
    address: withQuery(said === "abandoned" ? attempt.cancel_url : attempt.return_url, {
      order_id: order.id,
      transaction_id: attempt.reference,
      status: RETURN_STATUS[said],
    }),
  }),
};

export function soRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    soPurchase: posting(soPurchase, async (body, caller) => {
      const { return_url: returnUrl, cancel_url: cancelUrl } = body;
      const { attempt, payAt, expiresAt } = await openPurchase(context, {
        provider: "so",
        reference: so.newReference(),
        body,
        addresses: { returnUrl, cancelUrl },
        caller,
      });
      return { order_id: attempt.order_id, web_url: payAt, expires_at: expiresAt };
    }),
    soPurchaseResult: posting(soPurchaseResult, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
