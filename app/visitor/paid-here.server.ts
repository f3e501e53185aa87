import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import { email, identifier } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf, expiredCookie, RECEIPTS_DAYS } from "~/visitor/browser/cookies.server";

const VALID_MS = RECEIPTS_DAYS * 24 * 60 * 60 * 1000;

/** An order that this browser has paid. */
const paidOrder = z.object({
  orderId: identifier,
  provider: z.enum(PROVIDERS),
  appType: z.number().int(),
  plan: identifier,
  email,
  /** When the browser was first told so, in milliseconds since 1970. */
  paidAt: z.number().int(),
  /** The order's receipts key; missing where the payments API gives none. */
  owner: invoiceOwner.optional(),
});
export type PaidOrder = z.output<typeof paidOrder>;

/** `until`: in milliseconds since 1970; a copy of the cookie is worth nothing after that. */
const content = z.object({ orders: z.array(paidOrder), until: z.number().int() });

const MOST = 5;
/** Browsers drop a longer cookie: orders with long signs are fewer. */
const LONGEST = 3800;

/** The Set-Cookie header by which the browser remembers one more order that it has paid; see docs/decisions/016-receipts-for-life.md. */
export async function paidHereCookie(request: Request, paid: Omit<PaidOrder, "paidAt">): Promise<string> {
  const before = await ordersPaidHere(request);
  const { paidAt = Date.now() } = before.find(({ orderId }) => orderId === paid.orderId) ?? {};
  const others = before.filter(({ orderId }) => orderId !== paid.orderId);
  const orders = [{ ...paid, paidAt }, ...others].sort((one, other) => other.paidAt - one.paidAt).slice(0, MOST);
  return cookieOfOrders(orders, Date.now() + VALID_MS);
}

/** The Set-Cookie header by which it forgets the orders of these owners. */
export async function forgottenHereCookie(request: Request, owners: readonly InvoiceOwner[]): Promise<string> {
  const { orders, until } = await paidHere(request);
  const signs = owners.map(({ sign }) => sign);
  const others = orders.filter(({ owner }) => owner === undefined || !signs.includes(owner.sign));
  return others.length === 0 ? expiredCookie("receipts") : cookieOfOrders(others, until);
}

/** The orders that were paid in this browser in the last days, newest first. */
export const ordersPaidHere = async (request: Request): Promise<PaidOrder[]> => (await paidHere(request)).orders;

async function cookieOfOrders(orders: PaidOrder[], until: number): Promise<string> {
  const sealed = await seal("paidHere", { orders, until });
  if (sealed.length > LONGEST && orders.length > 1) return cookieOfOrders(orders.slice(0, -1), until);
  return cookieHeader("receipts", sealed, Math.ceil((until - Date.now()) / 1000));
}

async function paidHere(request: Request): Promise<z.output<typeof content>> {
  const sealed = cookieOf(request, "receipts");
  const found = sealed === undefined ? undefined : await unseal("paidHere", content, sealed);
  return found !== undefined && Date.now() < found.until ? found : { orders: [], until: 0 };
}
