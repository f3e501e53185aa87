import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { apiError } from "~/upstream/contract/errors";
import type { LedgerOrder } from "../ledger";
import { BUYERS, type Buyer } from "./market";
import { sendForm } from "./purchase-call";
import type { World } from "./world";

const GOODS = { plan: "monthly", amount: 11.99 };

/** Everything that can still happen has happened, though nobody asked for it. */
export async function settle(world: World): Promise<void> {
  await world.setUp({ hold_grants: "off" });
  world.pass(2 * 3600);
  for (const { id, state, attempts } of await world.ledger()) {
    expect(["open", "paying", "granting"], `${id} is over`).not.toContain(state);
    const isHolding = attempts.some(({ hold }) => hold === "held");
    if (isHolding) expect(state, `${id} still holds a coupon`).toBe("review");
  }
}

/** Whoever's money is not being looked at can buy. */
export async function expectNobodyStuck(world: World): Promise<void> {
  const orders = await world.ledger();
  for (const buyer of BUYERS) {
    const intent = { person: buyer.person, plan: GOODS.plan, orderIds: new Set<string>(), followsLateCharge: false };
    const form = { key: randomUUID(), provider: "so", buyer, goods: GOODS, retryOf: undefined, intent };
    const { status, json } = await sendForm(world.target(), form);
    if (status === 200) continue;
    const { error, order } = apiError.parse(json);
    expect(error.code, `${buyer.email} wants to buy`).toBe("order_live");
    expect(isWaitedFor(orders, order?.order_id, buyer), `${buyer.email} waits for ${order?.order_id}`).toBe(true);
  }
}

/** It is disputed, or somebody with the same account has just begun it. */
function isWaitedFor(orders: LedgerOrder[], orderId: string | undefined, { userId }: Buyer): boolean {
  const order = orders.find(({ id }) => id === orderId);
  return order === undefined ? userId !== undefined : order.charges.some(({ state }) => state === "disputed");
}
