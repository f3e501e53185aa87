import type { z } from "zod";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { expiredCookie } from "./browser/cookies.server";
import { openedBy, type paidOrder, paidOrdersCookie } from "./sealed-cookies.server";

/** An order that this browser has paid. */
export type PaidOrder = z.output<typeof paidOrder>;

const MOST = 5;

/** The Set-Cookie header by which the browser remembers one more order that it has paid; see docs/decisions/023-receipts-for-life.md. */
export async function paidHereCookie(request: Request, paid: Omit<PaidOrder, "paidAt">): Promise<string> {
  const before = await ordersPaidHere(request);
  const { paidAt = Date.now() } = before.find(({ orderId }) => orderId === paid.orderId) ?? {};
  const others = before.filter(({ orderId }) => orderId !== paid.orderId);
  const orders = [{ ...paid, paidAt }, ...others].sort((one, other) => other.paidAt - one.paidAt).slice(0, MOST);
  return paidOrdersCookie(request, orders);
}

/** The Set-Cookie header by which it forgets the orders of these owners. */
export async function forgottenHereCookie(request: Request, owners: readonly InvoiceOwner[]): Promise<string> {
  const orders = await ordersPaidHere(request);
  const signs = owners.map(({ sign }) => sign);
  const others = orders.filter(({ owner }) => owner === undefined || !signs.includes(owner.sign));
  return others.length === 0 ? expiredCookie("receipts") : paidOrdersCookie(request, others);
}

/** The orders that were paid in this browser in the last days, newest first. */
export const ordersPaidHere = async (request: Request): Promise<PaidOrder[]> =>
  (await openedBy(request)).paidHere?.content ?? [];
