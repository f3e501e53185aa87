import type { z } from "zod";
import { openedBy, ordersCookie, type paidOrder } from "./sealed-cookies.server";

/** An order that this browser has paid. */
export type PaidOrder = z.output<typeof paidOrder>;

/** A cookie has room for so many. */
const MOST = 5;

/** The Set-Cookie header by which the browser remembers one more order that it has paid; see docs/decisions/016-receipts-for-life.md. */
export async function paidHereCookie(request: Request, paid: PaidOrder): Promise<string> {
  const others = (await ordersPaidHere(request)).filter(({ orderId }) => orderId !== paid.orderId);
  return ordersCookie(request, [paid, ...others].slice(0, MOST));
}

/** The orders that were paid in this browser in the last days, newest first. */
export const ordersPaidHere = async (request: Request): Promise<PaidOrder[]> =>
  (await openedBy(request)).paidHere?.content ?? [];
