import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { invoiceOwner } from "~/upstream/contract/invoices";
import { email, identifier } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf, RECEIPTS_DAYS } from "~/visitor/browser/cookies.server";

const VALID_MS = RECEIPTS_DAYS * 24 * 60 * 60 * 1000;

/** An order that this browser has paid. */
const paidOrder = z.object({
  orderId: identifier,
  provider: z.enum(PROVIDERS),
  appType: z.number().int(),
  plan: identifier,
  email,
  /** The order's receipts key; missing where the payments API gives none. */
  owner: invoiceOwner.optional(),
});
export type PaidOrder = z.output<typeof paidOrder>;

/** `until`: in milliseconds since 1970; a copy of the cookie is worth nothing after that. */
const content = z.object({ orders: z.array(paidOrder), until: z.number().int() });

/** A cookie has room for so many. */
const MOST = 5;

/** The Set-Cookie header by which the browser remembers one more order that it has paid; see docs/decisions/023-receipts-for-life.md. */
export async function paidHereCookie(request: Request, paid: PaidOrder): Promise<string> {
  const others = (await ordersPaidHere(request)).filter(({ orderId }) => orderId !== paid.orderId);
  const orders = [paid, ...others].slice(0, MOST);
  return cookieHeader("receipts", await seal("paidHere", { orders, until: Date.now() + VALID_MS }));
}

/** The orders that were paid in this browser in the last days, newest first. */
export async function ordersPaidHere(request: Request): Promise<PaidOrder[]> {
  const sealed = cookieOf(request, "receipts");
  const found = sealed === undefined ? undefined : await unseal("paidHere", content, sealed);
  return found !== undefined && Date.now() < found.until ? found.orders : [];
}
