import { accountOf } from "../../accounts";
import type { Context } from "../../context";
import { isEnded } from "../../ended-links";

/** The account of a call's token; undefined where it was not issued here, has expired or was ended. */
export async function tokenUser({ db, links, now }: Context, token: string) {
  const read = links.readToken(token, now());
  if (!read) return undefined;
  const { userId, signedAt, isProven } = read;
  const account = await accountOf(db, userId);
  return (await isEnded(db, { userId, email: account.email }, signedAt)) ? undefined : { ...account, isProven };
}

/** The user of a call's token, where it proves who they are: a sign-up's does not. */
export async function provenUser(context: Context, token: string): Promise<number | undefined> {
  const user = await tokenUser(context, token);
  return user?.isProven ? user.user_id : undefined;
}
