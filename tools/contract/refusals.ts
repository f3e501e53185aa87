import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import { purchase, purchaseFields, refused, withKey } from "./purchases";

const endpoint = soPurchase;

export const refusalChecks: Check[] = [
  {
    name: "a purchase needs an idempotency key",
    run: async (target) => {
      await refused(target, { endpoint, sent: { body: await purchaseFields(target) } }, 400);
    },
  },
  {
    name: "a malformed idempotency key is no key",
    run: async (target) => {
      await refused(target, { endpoint, sent: withKey(await purchaseFields(target), "short") }, 400);
    },
  },
  {
    name: "a body that is not JSON is refused in the contract's error shape",
    run: async (target) => {
      await refused(target, { endpoint, sent: withKey('{"plan_id":') }, 400);
    },
  },
  {
    name: "a purchase without an amount is refused",
    run: async (target) => {
      const { amount: _left, ...fields } = await purchaseFields(target);
      await refused(target, { endpoint, sent: withKey(fields) }, 422);
    },
  },
  {
    name: "an unknown plan is refused",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), plan_id: "no-such-plan" };
      await refused(target, { endpoint, sent: withKey(fields) }, 404, "plan_unknown");
    },
  },
  {
    name: "an impossible e-mail is refused",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), email: "nobody at all" };
      await refused(target, { endpoint, sent: withKey(fields) }, 422, "email_invalid");
    },
  },
  {
    name: "buyers are never sent back to another site",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), return_url: "https://elsewhere.example/back" };
      await refused(target, { endpoint, sent: withKey(fields) }, 422);
    },
  },
  {
    name: "an unknown coupon stops the purchase",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), coupon_id: "NO-SUCH-COUPON" };
      await refused(target, { endpoint, sent: withKey(fields) }, 422, "coupon_unknown");
    },
  },
  {
    name: "another buyer's order cannot be gone on with",
    run: async (target) => {
      const { order_id } = await purchase(target, await purchaseFields(target));
      const fields = { ...(await purchaseFields(target)), order_id };
      await refused(target, { endpoint, sent: withKey(fields) }, 404, "order_unknown");
    },
  },
  {
    name: "an unknown order has no result",
    run: async (target) => {
      const sent = { body: { order_id: "no-such-order" } };
      await refused(target, { endpoint: soPurchaseResult, sent }, 404, "order_unknown");
    },
  },
];
