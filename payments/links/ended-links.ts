import type { Db, Tx } from "../store/database";
import type { AccountScope, Scope } from "./scope";

type Whose = Pick<Scope, "userId" | "email">;

/** Whether what was signed at a moment was ended since by the owner of the account, or of the address. */
export const isEnded = async (db: Db | Tx, whose: Whose, signedAt: number): Promise<boolean> =>
  signedAt < (await goodFrom(db, whose));

/** The first moment whose signs are good, for a user or an address; 0: all are. */
export async function goodFrom(db: Db | Tx, { userId, email }: Whose): Promise<number> {
  const row = await db
    .selectFrom("ended_links")
    .select((eb) => eb.fn.max("good_from").as("good_from"))
    .where((eb) => eb.or([eb("email", "=", email), eb("user_id", "=", userId)]))
    .executeTakeFirst();
  return row?.good_from ?? 0;
}

/**
 * Ends all that was signed for an account until now, in the same millisecond, too.
 * @returns the first moment whose signs are good
 */
export async function endLinksOf(tx: Tx, account: AccountScope, now: number): Promise<number> {
  const good_from = Math.max(now, await goodFrom(tx, account)) + 1;
  const { userId: user_id, email } = account;
  await tx
    .insertInto("ended_links")
    .values({ user_id, email, good_from })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ email, good_from }))
    .execute();
  return good_from;
}
