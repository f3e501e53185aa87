import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { Context } from "../context";
import { failure } from "./failure";

/** @throws Failure where the sign is not this user's, or its link has expired */
export function checkOwner({ links, now }: Context, { user_id, signed_time, sign }: InvoiceOwner): void {
  const verdict = links.verifyOwner({ userId: String(user_id), signedTime: signed_time }, sign, now());
  if (verdict === "too_old") throw failure("sign_too_old");
  if (verdict !== "valid") throw failure("sign_invalid");
}

/** Enough to recognise one's own address, too little to learn another's. */
export const masked = (email: string): string => email.replace(/^(.).*@/, "$1***@");
