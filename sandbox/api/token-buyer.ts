import { accountOf } from "../accounts";
import type { Context } from "../context";
import type { Buyer } from "../orders/buyer";
import type { Caller } from "./route";

/** The buyer whose account the call's token is of; undefined where it is nobody's, and for a backend that tells all the same. */
export async function tokenBuyer(context: Context, { token }: Pick<Caller, "token">): Promise<Buyer | undefined> {
  const userId = context.links.userOfToken(token, context.now());
  if (userId === undefined || context.isBare) return undefined;
  const { email } = await accountOf(context.db, userId);
  return { email, userId };
}
