import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { rzPurchase, rzPurchaseResult } from "~/upstream/contract/purchase-calls";
import { askResult } from "../../payments/api/ask-result";
import { failure } from "../../payments/api/failure";
import { openPurchase } from "../../payments/api/open-purchase";
import type { routesIn } from "../../payments/api/route";
import type { Context } from "../../payments/context";
import { minorUnits } from "../../payments/machine/money";
import type { AttemptRow } from "../../payments/orders/tables";
import type { Secrets } from "../../payments/secrets";
import type { StoredOrder } from "../../payments/store/orders";
import { rzEntrance } from "./rz-entrance";
import { isRzSignature, RZ_KEY_ID, rzSignature, rzSubscription } from "./rz-keys";
import type { Simulator } from "./simulator";

const NAME = "VPN";

/** A hosted form like Razorpay's: it posts the signed outcome to the callback address. */
export const rz: Simulator = {
  name: "Sandbox payment form",
  rights: { scripts: true, frame: true },
  entrance: rzEntrance,
  newReference: () => `order_${randomBytes(7).toString("hex")}`,
  wayBack: ({ attempt }, said, { secrets }) => {
    if (said === "abandoned") return { method: "get", address: attempt.cancel_url };
    const fields = said === "declined" ? errorFields(attempt) : paidFields(attempt, secrets);
    return { method: "post", address: attempt.return_url, fields };
  },
};

function paidFields({ id, reference }: AttemptRow, secrets: Secrets): Record<string, string> {
  const paymentId = `pay_${id.slice(-14)}`;
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: reference,
    razorpay_signature: rzSignature(secrets, reference, paymentId),
  };
}

const errorFields = ({ reference, bucket }: AttemptRow): Record<string, string> => ({
  "error[code]": bucket === "temporary" ? "GATEWAY_ERROR" : "BAD_REQUEST_ERROR",
  "error[description]": "The payment was not completed.",
  "error[source]": "customer",
  "error[step]": bucket === "auth_failed" ? "payment_authentication" : "payment_authorization",
  "error[reason]": bucket ?? "payment_failed",
  "error[metadata][order_id]": reference,
});

export function rzRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    rzPurchase: posting(rzPurchase, async (body, caller) => {
      const { attempt, payAt } = await openPurchase(context, {
        provider: "rz",
        body,
        addresses: { returnUrl: body.callback_url, cancelUrl: body.cancel_url },
        caller,
      });
      return {
        order_id: attempt.order_id,
        key_id: RZ_KEY_ID,
        razorpay_order_id: attempt.reference,
        razorpay_subscription_id: hasTrial(attempt) ? rzSubscription.of(attempt.reference) : undefined,
        amount: minorUnits(attempt),
        currency: attempt.currency,
        name: NAME,
        description: body.plan_id,
        prefill: { email: body.email },
        callback_url: attempt.return_url,
        cancel_url: attempt.cancel_url,
        checkout_url: payAt,
      };
    }),
    rzPurchaseResult: posting(rzPurchaseResult, ({ order_id, ...posted }, caller) =>
      askResult(context, order_id, caller, (stored) => checkPosted(context, stored, posted)),
    ),
  };
}

/** A trial starts a subscription; plans without a trial are sold as orders. */
const hasTrial = ({ trial_days }: AttemptRow): boolean => trial_days !== null;

type Posted = Omit<z.output<typeof rzPurchaseResult.body>, "order_id" | "error">;

/** The parameters posted by the provider must belong to this order and be signed; the error's text changes nothing. */
function checkPosted({ secrets }: Context, { attempts }: StoredOrder, posted: Posted): void {
  const { razorpay_order_id: reference, razorpay_payment_id: paymentId, razorpay_signature: signature } = posted;
  const own = attempts.filter(({ provider }) => provider === "rz").map((attempt) => attempt.reference);
  if (reference !== undefined && !own.includes(reference)) throw failure("order_mismatch");
  if (paymentId === undefined && signature === undefined) return;
  const possible = reference === undefined ? own : [reference];
  if (!possible.some((one) => isRzSignature(secrets, one, paymentId ?? "", signature ?? "")))
    throw failure("signature_invalid");
}
