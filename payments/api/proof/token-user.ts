import { accountOf } from "../../accounts";
import type { Context } from "../../context";
import { isEnded } from "../../links/ended-links";

/** Whom a call's token names. */
interface TokenUser {
  user_id: number;
  email: string;
  password_set: number;
  /** Whether the token proves who they are: a sign-up's does not, and that of an app which a code let in proves one order only. */
  isProven: boolean;
  /** The order that the token is for. */
  orderId?: string;
}

/** The account of a call's token; undefined where it was not issued here, has expired or was ended. */
export async function tokenUser({ db, links, now }: Context, token: string): Promise<TokenUser | undefined> {
  const read = links.readToken(token, now());
  if (!read) return undefined;
  const { userId, signedAt, isProven, orderId } = read;
  if (orderId !== undefined) return buyerOf({ db }, { orderId, userId, signedAt });
  const account = await accountOf(db, userId);
  return (await isEnded(db, { userId, email: account.email }, signedAt)) ? undefined : { ...account, isProven };
}

interface BuyerToken {
  orderId: string;
  userId: number;
  signedAt: number;
}

/** The buyer of one order: of the account, if there is one, nothing is read. */
async function buyerOf({ db }: Pick<Context, "db">, { orderId, userId: user_id, signedAt }: BuyerToken) {
  const order = await db.selectFrom("orders").select(["user_id", "email"]).where("id", "=", orderId).executeTakeFirst();
  if (!order) return undefined;
  const { user_id: userId, email } = order;
  if (await isEnded(db, { userId, email }, signedAt)) return undefined;
  return { user_id, email, password_set: 0, isProven: false, orderId };
}

/** The user of a call's token, where it proves who they are. */
export async function provenUser(context: Context, token: string): Promise<number | undefined> {
  const user = await tokenUser(context, token);
  return user?.isProven ? user.user_id : undefined;
}
