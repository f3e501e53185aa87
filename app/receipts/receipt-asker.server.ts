import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { readReceiptKey } from "~/visitor/receipt-key.server";
import type { Session } from "~/visitor/session.server";
import type { Visitor } from "~/visitor/visitor.server";

/** Who asks for receipts: somebody the payments API can be asked about, or nobody we know. */
export type ReceiptAsker =
  /** `key`: what let them in, where it was not the app's link; their next address carries it on. */
  { kind: "owner"; owner: InvoiceOwner; key: string | undefined } | { kind: "nobody" } | { kind: "brokenKey" };

/** The key in the address goes before the session: it was opened on purpose. */
export async function receiptAsker(request: Request, { session }: Visitor): Promise<ReceiptAsker> {
  const key = new URL(request.url).searchParams.get("k");
  if (key === null) return session === undefined || session.isLoggedOut ? { kind: "nobody" } : fromLink(session);
  const owner = await readReceiptKey(key);
  return owner === undefined ? { kind: "brokenKey" } : { kind: "owner", owner, key };
}

/** As the link said it, byte for byte: the payments API judges the sign. */
const fromLink = ({ user_id, signed_time, sign }: Session): ReceiptAsker => ({
  kind: "owner",
  owner: { user_id, signed_time, sign },
  key: undefined,
});
