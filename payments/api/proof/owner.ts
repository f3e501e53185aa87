import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { Context } from "../../context";
import { contractLinkOf, isLinkOver } from "../../links/contract-links";
import { isEnded } from "../../links/ended-links";
import { accountScope, type Scope } from "../../links/scope";
import type { Db, Tx } from "../../store/database";
import { failure } from "../failure";

/**
 * What an owner's sign opens: a link's, or a key of the account, all that the user has; a key of an order, or a link in a letter about
 * it, that order.
 * @throws Failure where the sign is not this owner's, its link has expired, or it was ended
 */
export async function scopeOf(
  { links, now }: Context,
  db: Db | Tx,
  { user_id, signed_time, sign }: InvoiceOwner,
): Promise<Scope> {
  const link = await contractLinkOf(db, sign);
  if (link && isLinkOver(link, now())) throw failure("sign_too_old");
  if (link) return unlessEnded(db, await orderScope(db, link.order_id), link.made_at);
  const read = links.verifyOwner({ userId: String(user_id), signedTime: signed_time }, sign, now());
  if (read.verdict === "too_old") throw failure("sign_too_old");
  if (read.verdict !== "valid") throw failure("sign_invalid");
  const scope = read.purpose === "order" ? await orderScope(db, read.orderId) : await accountScope(db, user_id);
  return unlessEnded(db, scope, read.signedAt);
}

async function unlessEnded(db: Db | Tx, scope: Scope, signedAt: number): Promise<Scope> {
  if (await isEnded(db, scope, signedAt)) throw failure("sign_ended");
  return scope;
}

async function orderScope(db: Db | Tx, orderId: string): Promise<Scope> {
  const order = await db.selectFrom("orders").select(["user_id", "email"]).where("id", "=", orderId).executeTakeFirst();
  if (!order) throw failure("sign_invalid");
  return { kind: "order", orderId, userId: order.user_id, email: order.email };
}

/** Enough to recognise one's own address, too little to learn another's. */
export const masked = (email: string): string => email.replace(/^(.).*@/, "$1***@");
