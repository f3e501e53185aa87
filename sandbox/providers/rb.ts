import { randomBytes } from "node:crypto";
import { rbCreateSubscription, rbSubscriptionStatus } from "~/upstream/contract/purchase-calls";
import type { AttemptState } from "~/upstream/contract/purchase-result";
import { askResult } from "../../payments/api/ask-result";
import { failure } from "../../payments/api/failure";
import { openPurchase } from "../../payments/api/open-purchase";
import type { routesIn } from "../../payments/api/route";
import { planById } from "../../payments/catalogue/catalogue";
import { planByProduct } from "../../payments/catalogue/plans";
import type { Context } from "../../payments/context";
import { type Simulator, withQuery } from "./simulator";

const RETURN_RESULT: Record<AttemptState, string> = {
  created: "pending",
  sent: "pending",
  needs_action: "waiting-approval",
  processing: "pending",
  succeeded: "approved",
  declined: "declined",
  abandoned: "canceled",
  errored: "unknown",
};

/** A subscription like Rebilly's: one return address for every outcome. */
export const rb: Simulator = {
  name: "Sandbox subscriptions",
  rights: {},
  newReference: () => `txn_${randomBytes(12).toString("hex").toUpperCase()}`,
  wayBack: ({ attempt }, said) => ({
    method: "get",
    address: withQuery(attempt.return_url, { transactionId: attempt.reference, result: RETURN_RESULT[said] }),
  }),
};

export function rbRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    rbCreateSubscription: posting(rbCreateSubscription, async (body, caller) => {
      const catalogue = await context.catalogue(context.db);
      const plan = planById(catalogue, body.plan_id);
      if (plan && plan.id !== planByProduct(catalogue.plans, body.product_id)?.id) throw failure("product_mismatch");
      const { attempt, payAt } = await openPurchase(context, {
        provider: "rb",
        body,
        addresses: { returnUrl: body.return_url, cancelUrl: body.return_url },
        caller,
        botToken: { word: body.recasign, action: "pay_submit" },
      });
      const status = payAt ? ("pending" as const) : ("success" as const);
      return { order_id: attempt.order_id, status, redirect_url: payAt };
    }),
    rbSubscriptionStatus: posting(rbSubscriptionStatus, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
