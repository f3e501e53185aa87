import { ANYBODY, type Customer } from "../../catalogue/on-sale";
import type { Context } from "../../context";
import type { Caller } from "../route";
import { tokenUser } from "./token-user";

/** The user whom the call's token proves; anybody where it proves nobody. */
export async function tokenCustomer(context: Context, { token }: Pick<Caller, "token">): Promise<Customer> {
  const user = await tokenUser(context, token);
  if (!user?.isProven) return ANYBODY;
  const { user_id: userId, email } = user;
  return { buyer: { email, userId }, memberId: userId };
}
