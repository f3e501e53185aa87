import type { z } from "zod";
import type { purchaseBody } from "~/upstream/contract/purchase-result";
import type { Context } from "../../context";
import { isEnded } from "../../links/ended-links";
import { accountScope } from "../../links/scope";
import { failure } from "../failure";
import { provenUser } from "./token-user";

type Named = Pick<z.output<typeof purchaseBody>, "user_id" | "sign_timestamp" | "sign">;

interface PurchaseUser {
  /** Who gets the plan; null: whoever has the address. */
  userId: number | null;
  /** The user of the call's token, who may change from another plan. */
  memberId: number | undefined;
}

/**
 * Whom a purchase is for: the user who is named, where the call's token or the sign of an app's link beside it is theirs.
 * @throws Failure `user_unproven`
 */
export async function purchaseUser(context: Context, named: Named, token: string): Promise<PurchaseUser> {
  const { user_id: userId } = named;
  const memberId = await provenUser(context, token);
  if (userId === undefined) return { userId: null, memberId };
  if (userId === memberId) return { userId, memberId };
  if (await isLinked(context, userId, named)) return { userId, memberId: undefined };
  throw failure("user_unproven");
}

async function isLinked({ db, links, now }: Context, userId: number, named: Named): Promise<boolean> {
  const { sign_timestamp: signedTime, sign } = named;
  if (signedTime === undefined || sign === undefined) return false;
  const read = links.verifyOwner({ userId: String(userId), signedTime }, sign, now());
  if (read.verdict !== "valid" || read.purpose !== "link") return false;
  return !(await isEnded(db, await accountScope(db, userId), read.signedAt));
}
