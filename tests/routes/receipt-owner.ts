import { receiptKey } from "~/owners/who-asks.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { sessionCookie } from "~/visitor/session.server";
import { SIGNED_LINK } from "../visitor/requests";

/** Who SIGNED_LINK says one is, as the payments API is asked about their invoices. */
export const OWNER: InvoiceOwner = {
  user_id: Number(SIGNED_LINK.uid),
  signed_time: SIGNED_LINK.sign_timestamp,
  sign: SIGNED_LINK.sign,
};

/** The headers of a browser that the app's link has opened. */
export async function signedIn(): Promise<{ cookie: string }> {
  const session = { ...OWNER, app_type: Number(SIGNED_LINK.sid), token: "" };
  const [cookie = ""] = (await sessionCookie(session)).split(";");
  return { cookie };
}

/** The address of a page with the key to one's receipts. */
export async function withKey(path = "/receipts"): Promise<string> {
  return `${path}?k=${await receiptKey(OWNER)}`;
}
