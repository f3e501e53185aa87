import assert from "node:assert/strict";
import { redeem, redemption } from "~/upstream/contract/apps/redemptions";
import { profile } from "~/upstream/contract/visitor";
import type { Check } from "../check";
import { ask, send, type Target } from "../client";
import { refused } from "../purchases";
import { Unseen } from "../unseen";
import { freeOrder, freeOrders, keyOf } from "./receipt-keys";
import { checksOf, isTold } from "./subscriptions";

const NOBODYS_CODE = "A".repeat(43);

async function freeCode(target: Target): Promise<{ code: string; orderId: string }> {
  const order = await freeOrder(target);
  const { code } = await ask(target, redemption, { body: { ...keyOf(order), order_id: order.orderId } });
  return { code, orderId: order.orderId };
}

const kindChecks = checksOf("redemptions", [
  {
    name: "a code lets the app into its own order, with a token that the profile takes",
    run: async (target) => {
      const { code, orderId } = await freeCode(target);
      const { token, user_id, order_id } = await ask(target, redeem, { body: { code } });
      assert.equal(order_id, orderId, "the code is another order's");
      const headers = { Authorization: `Bearer ${token}` };
      assert.equal((await ask(target, profile, { headers })).user_id, user_id, "the profile is another user's");
    },
  },
  {
    name: "a code that nobody was given is refused as unknown",
    run: async (target) => {
      await refused(target, { endpoint: redeem, sent: { body: { code: NOBODYS_CODE } } }, 404, "code_unknown");
    },
  },
]);

const dangers: readonly Pick<Check, "name" | "lost" | "run">[] = [
  {
    name: "a code lets in once",
    lost: "whoever finds a used link, in a history or over a shoulder, is let into what somebody else bought",
    run: async (target) => {
      const { code } = await freeCode(target);
      const once = await ask(target, redeem, { body: { code } });
      assert.ok(once.token, "it let nobody in");
      await refused(target, { endpoint: redeem, sent: { body: { code } } }, 409, "code_used");
    },
  },
  {
    name: "a newer code ends the one before",
    lost: "whoever saw an older page is let in later",
    run: async (target) => {
      const order = await freeOrder(target);
      const body = { ...keyOf(order), order_id: order.orderId };
      const older = await ask(target, redemption, { body });
      const newer = await ask(target, redemption, { body });
      if (older.code === newer.code) return;
      await refused(target, { endpoint: redeem, sent: { body: { code: older.code } } }, 410, "code_expired");
    },
  },
  {
    name: "the key of one order makes no code for another",
    lost: "whoever has bought once is let into anybody's order whose number they know",
    run: async (target) => {
      const [first, second] = await freeOrders(target);
      if (!first || !second)
        throw new Unseen("an address cannot have two plans for nothing: try it with two paid orders");
      const { status } = await send(target, redemption, { body: { ...keyOf(first), order_id: second.orderId } });
      assert.ok(status >= 400, "it was accepted");
    },
  },
];

/** They let nobody in but themselves: what they redeem, they had for nothing. */
export const redemptionChecks: readonly Check[] = [
  ...kindChecks,
  ...dangers.map(
    ({ name, lost, run }): Check => ({
      name: `redemptions: ${name}`,
      weight: "dangerous",
      lost,
      run: async (target) => {
        if (!(await isTold(target, "redemptions"))) throw new Unseen("common/params does not tell of the call");
        await run(target);
      },
    }),
  ),
];
