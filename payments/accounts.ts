import type { Db, Tx } from "./store/database";
import { readSettings } from "./store/settings";

interface Account {
  user_id: number;
  email: string;
}

interface NewAccount {
  /** In any case: upper and lower case are the same account. */
  email: string;
  now: number;
  /** JSON of the affiliate payload that brought the account. */
  attribution?: string | null;
}

/** The account of an e-mail address; made where there is none. */
export async function accountFor(tx: Tx, wanted: NewAccount): Promise<Account> {
  const { now: created_at, attribution = null } = wanted;
  const email = wanted.email.toLowerCase();
  const known = await tx.selectFrom("accounts").select("user_id").where("email", "=", email).executeTakeFirst();
  if (known) return { ...known, email };
  const newest = await tx
    .selectFrom("accounts")
    .select((eb) => eb.fn.max("user_id").as("user_id"))
    .executeTakeFirst();
  const { first_user_id } = await readSettings(tx);
  const account: Account = { user_id: Math.max((newest?.user_id ?? 0) + 1, first_user_id), email };
  await tx
    .insertInto("accounts")
    .values({ ...account, password_set: 0, attribution, created_at })
    .execute();
  return account;
}

/** A user whom only an app's link has named has an address made of the id, and a password in the app. */
export async function accountOf(db: Db | Tx, user_id: number): Promise<Account & { password_set: number }> {
  const row = await db.selectFrom("accounts").selectAll().where("user_id", "=", user_id).executeTakeFirst();
  return { user_id, email: row?.email ?? `user${user_id}@example.com`, password_set: row?.password_set ?? 1 };
}
