import { accountOf } from "../accounts";
import type { Db, Tx } from "../store/database";

/** All that was bought under a user's id, or under their account's e-mail address. */
export interface AccountScope {
  kind: "account";
  userId: number;
  email: string;
}

/** What a sign opens. An order's has the address that was typed, and the user who was proven when it was made. */
export type Scope = AccountScope | { kind: "order"; orderId: string; userId: number | null; email: string };

export async function accountScope(db: Db | Tx, userId: number): Promise<AccountScope> {
  const { email } = await accountOf(db, userId);
  return { kind: "account", userId, email };
}
