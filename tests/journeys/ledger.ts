import { expect } from "vitest";
import { formatMoney } from "~/i18n/money";
import { type LedgerOrder, readLedger } from "../sandbox/ledger";
import type { Visitor } from "./visitor";

/** The orders of a visitor as the payments API has them. */
export const ordersOf = ({ email, addresses }: Visitor): Promise<LedgerOrder[]> => readLedger(addresses.sandbox, email);

/** One order for all the tries, one charge, one grant, whatever happened on the way. @returns the order that is paid */
export async function expectPaidOnce(
  visitor: Visitor,
  attempts = ["succeeded"],
  charges = ["kept"],
): Promise<LedgerOrder> {
  const orders = (await ordersOf(visitor)).reverse();
  expect(orders, "orders").toHaveLength(visitor.addresses.isBare ? attempts.length : 1);
  expect(orders.flatMap((order) => order.attempts.map(({ state }) => state))).toEqual(attempts);
  expect(orders.flatMap((order) => order.charges.map(({ state }) => state)).sort()).toEqual(charges);
  expect(orders.flatMap(({ grants }) => grants)).toHaveLength(1);
  const order = orders.at(-1);
  if (order === undefined) throw new Error("There is no order");
  expect(order.state).toBe("done");
  return order;
}

/** Nothing was charged, and the page says so where the API does: a bare one leaves it open. */
export async function expectUncharged(visitor: Visitor): Promise<void> {
  const words = visitor.page.getByText(visitor.t("paystatus:noMoneyTaken"));
  expect(await words.count()).toBe(visitor.addresses.isBare ? 0 : 1);
  expect((await ordersOf(visitor)).flatMap(({ charges }) => charges)).toEqual([]);
}

/** The success page, with the order and the amount that was charged. */
export async function expectSuccess(visitor: Visitor, attempts?: string[]): Promise<void> {
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  const { id, charges } = await expectPaidOnce(visitor, attempts);
  await visitor.expectText(id);
  for (const charge of charges) await visitor.expectText(formatMoney(visitor.lang, charge));
}
