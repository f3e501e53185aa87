import { accountOf } from "../accounts";
import { ANYBODY, type Customer } from "../catalogue/on-sale";
import type { Context } from "../context";
import type { Caller } from "./route";

/** The user of the call's token; anybody where it is nobody's, and for a backend that tells all the same. */
export async function tokenCustomer(context: Context, { token }: Pick<Caller, "token">): Promise<Customer> {
  const userId = context.links.userOfToken(token, context.now());
  if (userId === undefined || context.isBare) return ANYBODY;
  const { email } = await accountOf(context.db, userId);
  return { buyer: { email, userId }, memberId: userId };
}
