import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { cookieHeader, cookieOf, RECEIPTS_DAYS } from "~/visitor/browser/cookies.server";

const KEPT_MS = RECEIPTS_DAYS * 24 * 60 * 60 * 1000;

/** `until`: in milliseconds since 1970. A copy of the cookie is worth nothing after that. */
const kept = z.object({ owner: invoiceOwner, until: z.number().int() });

/**
 * The Set-Cookie header by which the browser that paid opens its buyer's receipts without a key in the address; see
 * docs/decisions/016-receipts-for-life.md. Undefined where the order has no valid receipts sign.
 */
export async function paidHereCookie(given: PurchaseResult["receipts"]): Promise<string | undefined> {
  const owner = invoiceOwner.safeParse(given);
  if (!owner.success) return undefined;
  return cookieHeader("receipts", await seal("paidHere", { owner: owner.data, until: Date.now() + KEPT_MS }));
}

/** Whose receipts were paid for in this browser; undefined where nobody paid here in the last days. */
export async function whoPaidHere(request: Request): Promise<InvoiceOwner | undefined> {
  const sealed = cookieOf(request, "receipts");
  const found = sealed === undefined ? undefined : await unseal("paidHere", kept, sealed);
  return found !== undefined && Date.now() < found.until ? found.owner : undefined;
}
