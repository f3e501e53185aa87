import type { Check } from "../check";
import { send, type Target } from "../client";
import { anyOpen, openAt, sendAt } from "../providers";
import { asRefusal, type PurchaseFields, purchaseFields, withKey } from "../purchases";

/** A purchase with a mistake must be refused with this status and code. */
async function isRefused(
  target: Target,
  mistake: Partial<PurchaseFields> & Record<string, unknown>,
  [status, code]: readonly [number, string?],
): Promise<void> {
  const provider = await anyOpen(target);
  asRefusal(await sendAt(target, provider, { ...(await purchaseFields(target)), ...mistake }), status, code);
}

export const refusalChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "a malformed idempotency key is no key",
    run: async (target) => {
      asRefusal(await sendAt(target, await anyOpen(target), await purchaseFields(target), "short"), 400);
    },
  },
  {
    name: "a body that is not JSON is refused in the contract's error shape",
    run: async (target) => {
      const { purchase } = await anyOpen(target);
      asRefusal(await send(target, purchase, withKey('{"plan_id":')), 400);
    },
  },
  {
    name: "a purchase without an amount is refused",
    run: (target) => isRefused(target, { amount: undefined }, [422]),
  },
  {
    name: "an unknown plan is refused",
    run: (target) => isRefused(target, { plan_id: "no-such-plan" }, [404, "plan_unknown"]),
  },
  {
    name: "an impossible e-mail is refused",
    run: (target) => isRefused(target, { email: "nobody at all" }, [422, "email_invalid"]),
  },
  {
    name: "an unknown coupon stops the purchase",
    run: (target) => isRefused(target, { coupon_id: "NO-SUCH-COUPON" }, [422, "coupon_unknown"]),
  },
  {
    name: "another buyer's order cannot be gone on with",
    run: async (target) => {
      const { orderId } = await openAt(target, await anyOpen(target), await purchaseFields(target));
      await isRefused(target, { order_id: orderId }, [404, "order_unknown"]);
    },
  },
  {
    name: "a purchase in the name of a user whom nothing proves is refused",
    run: (target) => isRefused(target, { user_id: 1 }, [422, "user_unproven"]),
  },
];
