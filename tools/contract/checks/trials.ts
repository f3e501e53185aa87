import assert from "node:assert/strict";
import { type Plan, plans } from "~/upstream/contract/catalogue";
import type { Check } from "../check";
import { ask, type Target } from "../client";
import { anyOpen, askAt, openAt, sendAt } from "../providers";
import { asRefusal, purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** A purchase of the first trial of some kind by a new buyer. @throws Unseen where the catalogue has none */
async function trialFields(target: Target, isWanted: (plan: Plan) => boolean) {
  const { plans: all } = await ask(target, plans);
  const plan = all.find(isWanted);
  if (!plan?.trial_days) throw new Unseen("no plan has such a trial");
  const trial = { plan_id: plan.id, amount: plan.trial_price ?? 0, currency: plan.currency };
  return { ...(await purchaseFields(target)), ...trial };
}

const isTrial = ({ trial_price, trial_days }: Plan): boolean => trial_price !== undefined && trial_days !== undefined;

const isFree = (plan: Plan): boolean => isTrial(plan) && plan.trial_price === 0;

export const trialChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "a free trial that becomes a subscription has an address at which its buyer says how they will pay",
    run: async (target) => {
      const fields = await trialFields(target, (plan) => isFree(plan) && !plan.trial_without_method);
      const provider = await anyOpen(target);
      const { orderId, payAt } = await openAt(target, provider, fields);
      assert.ok(payAt, "there is no address");
      const { status, money_taken } = await askAt(target, provider, orderId);
      assert.deepEqual({ status, money_taken }, { status: "pending", money_taken: "no" });
    },
  },
  {
    name: "a trial that asks for no way to pay is given at once, renews never, and is given to a buyer once",
    run: async (target) => {
      const fields = await trialFields(target, (plan) => isFree(plan) && plan.trial_without_method === true);
      const provider = await anyOpen(target);
      const { orderId, payAt } = await openAt(target, provider, fields);
      assert.equal(payAt ?? undefined, undefined, "there is an address");
      const told = await askAt(target, provider, orderId);
      assert.deepEqual(
        { status: told.status, money_taken: told.money_taken, renewal: told.renewal ?? undefined },
        { status: "success", money_taken: "no", renewal: undefined },
      );
      asRefusal(await sendAt(target, provider, fields), 422, "trial_used");
    },
  },
  {
    name: "a buyer who has not used a trial is told its price where another one was shown",
    run: async (target) => {
      const fields = await trialFields(target, isTrial);
      const provider = await anyOpen(target);
      const answered = await sendAt(target, provider, { ...fields, amount: fields.amount + 1 });
      const { price } = asRefusal(answered, 409, "price_changed");
      await openAt(target, provider, { ...fields, ...price });
    },
  },
];
