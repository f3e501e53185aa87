import { expect } from "vitest";
import { formatMoney } from "~/i18n/money";
import { type LedgerOrder, readLedger } from "../sandbox/ledger";
import type { Visitor } from "./visitor";

/** The orders of a visitor as the payments API has them. */
export const ordersOf = ({ email, addresses }: Visitor): Promise<LedgerOrder[]> => readLedger(addresses.sandbox, email);

/** One order, one charge, one grant, whatever happened on the way. */
export async function expectPaidOnce(
  visitor: Visitor,
  attempts = ["succeeded"],
  charges = ["kept"],
): Promise<LedgerOrder> {
  const orders = await ordersOf(visitor);
  expect(orders.map(({ state }) => state)).toEqual(["done"]);
  const [order] = orders;
  if (order === undefined) throw new Error("There is no order");
  expect(order.attempts.map(({ state }) => state)).toEqual(attempts);
  expect(order.charges.map(({ state }) => state).sort()).toEqual(charges);
  expect(order.grants).toHaveLength(1);
  return order;
}

/** The success page, with the order and the amount that was charged. */
export async function expectSuccess(visitor: Visitor, attempts?: string[]): Promise<void> {
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  const { id, charges } = await expectPaidOnce(visitor, attempts);
  await visitor.expectText(id);
  for (const charge of charges) await visitor.expectText(formatMoney(visitor.lang, charge));
}
