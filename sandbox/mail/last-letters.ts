import { mailboxOf } from "../../app/upstream/contract/values/mailbox";
import type { LetterKind } from "../../mails/letter";
import type { Tx } from "../store/database";

interface Rare {
  kind: LetterKind;
  email: string;
  everyMs: number;
}

/** Whether a mailbox, in whatever spelling, may be written a letter that it gets only so often. If so, it counts as written. */
export async function mayWrite(tx: Tx, { kind, email, everyMs }: Rare, now: number): Promise<boolean> {
  const written = await tx
    .insertInto("last_letters")
    .values({ kind, mailbox: mailboxOf(email), at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "mailbox"])
        .doUpdateSet({ at: now })
        .where("last_letters.at", "<=", now - everyMs),
    )
    .returning("at")
    .executeTakeFirst();
  return written !== undefined;
}
