import { digestOf, seal, unseal } from "~/sealing.server";
import type { Caller } from "~/upstream/client/client.server";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { ordersPaidHere } from "~/visitor/sealed-cookies.server";
import type { Session } from "~/visitor/session.server";
import type { Visitor } from "~/visitor/visitor.server";

/** Whose purchases are open to the visitor, as the payments API needs it. */
export interface Owners {
  kind: "owners";
  /** Newest first. A key opens one order, so a browser that paid several orders has several. */
  owners: readonly [InvoiceOwner, ...InvoiceOwner[]];
  /** What let the visitor in: the key in the address, a link, or that they paid in this browser. */
  by: "key" | "link" | "browser";
  /** The key in the address; their next addresses need it too. */
  key: string | undefined;
  /** The caller for the owners' requests. */
  caller: Caller;
}

export type WhoAsks = Owners | { kind: "nobody" } | { kind: "brokenKey" };

/**
 * Who asks for what was bought. The key in the address goes first: it was opened on purpose. A link goes before what the browser
 * remembers of whoever paid here where its token was accepted: anybody can write another one.
 */
export async function whoAsks(request: Request, { session, caller, bearerFrom }: Visitor): Promise<WhoAsks> {
  const key = new URL(request.url).searchParams.get("k");
  // The sign is enough: the token of a signed-in visitor, who may be somebody else, is not sent.
  const anybody = { ...caller, bearer: undefined };
  if (key !== null) {
    const owner = await readReceiptKey(key);
    if (owner === undefined) return { kind: "brokenKey" };
    return { kind: "owners", owners: [owner], by: "key", key, caller: anybody };
  }
  const paid = (await ordersPaidHere(request)).flatMap(({ owner }) => owner ?? []);
  const [first, ...others] = new Map(paid.map((owner) => [ownerName(owner), owner])).values();
  if (session !== undefined && (first === undefined || bearerFrom === "link"))
    return { kind: "owners", owners: [ownerOf(session)], by: "link", key: undefined, caller };
  if (first === undefined) return { kind: "nobody" };
  return { kind: "owners", owners: [first, ...others], by: "browser", key: undefined, caller: anybody };
}

/** The link's values byte for byte: the payments API checks the sign. */
const ownerOf = ({ user_id, signed_time, sign }: Session): InvoiceOwner => ({ user_id, signed_time, sign });

/**
 * Distinguishes an owner from all others without showing their sign. The user of an order's key would not: whoever buys with somebody's
 * address has a key of that address's user.
 */
export const ownerName = ({ user_id, signed_time, sign }: InvoiceOwner): string =>
  digestOf(JSON.stringify([user_id, signed_time, sign]));

/**
 * Seals a paid order's receipts sign into the `k` of a link, which opens the buyer's receipts for life, in any browser,
 * without an account. Undefined where the order has no valid receipts sign.
 */
export async function receiptKey(given: PurchaseResult["receipts"]): Promise<string | undefined> {
  const owner = invoiceOwner.safeParse(given);
  return owner.success ? seal("receipts", owner.data) : undefined;
}

/** The owner whose receipts a key opens; undefined where the key is not the site's or was changed. */
export async function readReceiptKey(key: string): Promise<InvoiceOwner | undefined> {
  return mailedOwner(key) ?? unseal("receipts", invoiceOwner, key);
}

/** `<user id>_<time>_<sign>`: a key as the payments API writes it into its letters, which cannot seal it. It opens what the API says. */
const MAILED_KEY = /^(\d{1,16})_([^_]+)_(.+)$/;

/** Whether a key was written into a letter: only the payments API knows until when it is good. */
export const isMailedKey = (key: string): boolean => MAILED_KEY.test(key);

function mailedOwner(key: string): InvoiceOwner | undefined {
  const [, userId, signed_time, sign] = MAILED_KEY.exec(key) ?? [];
  return invoiceOwner.safeParse({ user_id: Number(userId), signed_time, sign }).data;
}
