import assert from "node:assert/strict";
import { type Plan, plans } from "~/upstream/contract/catalogue";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import { ask, type Target } from "./client";
import { purchase, purchaseFields, refused, withKey } from "./purchases";

/** A purchase of the first trial of some kind by a new buyer; undefined where the catalogue has none. */
async function trialFields(target: Target, isWanted: (plan: Plan) => boolean) {
  const { plans: all } = await ask(target, plans);
  const plan = all.find((one) => one.trial_price !== undefined && one.trial_days !== undefined && isWanted(one));
  const trial = plan && { plan_id: plan.id, amount: plan.trial_price, currency: plan.currency };
  return trial && { ...(await purchaseFields(target)), ...trial };
}

const isFree = ({ trial_price }: Plan): boolean => trial_price === 0;

/** An API that has no such trial meets them. */
export const trialChecks: Check[] = [
  {
    name: "a free trial that becomes a subscription has an address at which its buyer says how they will pay",
    run: async (target) => {
      const fields = await trialFields(target, (plan) => isFree(plan) && !plan.trial_without_method);
      if (!fields) return;
      const { order_id, web_url } = await purchase(target, fields);
      assert.ok(web_url, "there is no address");
      const { status, money_taken } = await ask(target, soPurchaseResult, { body: { order_id } });
      assert.deepEqual({ status, money_taken }, { status: "pending", money_taken: "no" });
    },
  },
  {
    name: "a trial that asks for no way to pay is given at once, renews never, and is given to a buyer once",
    run: async (target) => {
      const fields = await trialFields(target, (plan) => isFree(plan) && plan.trial_without_method);
      if (!fields) return;
      const { order_id, web_url } = await purchase(target, fields);
      assert.equal(web_url ?? undefined, undefined, "there is an address");
      const told = await ask(target, soPurchaseResult, { body: { order_id } });
      assert.deepEqual(
        { status: told.status, money_taken: told.money_taken, renewal: told.renewal ?? undefined },
        { status: "success", money_taken: "no", renewal: undefined },
      );
      await refused(target, { endpoint: soPurchase, sent: withKey(fields) }, 422, "trial_used");
    },
  },
  {
    name: "a buyer who has not used a trial is told its price where another one was shown",
    run: async (target) => {
      const fields = await trialFields(target, () => true);
      if (!fields) return;
      const { amount = 0, ...trial } = fields;
      const outdated = withKey({ ...trial, amount: amount + 1 });
      const { price } = await refused(target, { endpoint: soPurchase, sent: outdated }, 409, "price_changed");
      await purchase(target, { ...trial, ...price });
    },
  },
];
