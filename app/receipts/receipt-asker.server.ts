import type { Caller } from "~/upstream/client.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { Session } from "~/visitor/session.server";
import type { Visitor } from "~/visitor/visitor.server";
import { readReceiptKey } from "./receipt-key.server";

/** Somebody the payments API can be asked about. */
export interface ReceiptOwner {
  kind: "owner";
  owner: InvoiceOwner;
  /** What let them in, where it was not the app's link; their next address carries it on. */
  key: string | undefined;
  /** Whom the payments API is called for. */
  caller: Caller;
}

export type ReceiptAsker = ReceiptOwner | { kind: "nobody" } | { kind: "brokenKey" };

/** Who asks for receipts. The key in the address goes before the session: it was opened on purpose. */
export async function receiptAsker(request: Request, { session, caller }: Visitor): Promise<ReceiptAsker> {
  const key = new URL(request.url).searchParams.get("k");
  if (key === null) return session === undefined ? { kind: "nobody" } : fromLink(session, caller);
  const owner = await readReceiptKey(key);
  if (owner === undefined) return { kind: "brokenKey" };
  // The key speaks for itself, whoever else is signed in here.
  return { kind: "owner", owner, key, caller: { ...caller, bearer: undefined } };
}

/** As the link said it, byte for byte: the payments API judges the sign. */
const fromLink = ({ user_id, signed_time, sign }: Session, caller: Caller): ReceiptOwner => ({
  kind: "owner",
  owner: { user_id, signed_time, sign },
  key: undefined,
  caller,
});
