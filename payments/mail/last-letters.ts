import { mailboxOf } from "../../app/upstream/contract/values/mailbox";
import type { LetterKind } from "../../mails/letter";
import type { Tx } from "../store/database";

interface Rare {
  kind: LetterKind;
  email: string;
  /** Where each order has a letter of its own: the order. */
  orderId?: string;
  everyMs: number;
}

/** Whether a mailbox, in whatever spelling, may be written a letter that it gets only so often. If so, it counts as written. */
export async function mayWrite(tx: Tx, { kind, email, orderId, everyMs }: Rare, now: number): Promise<boolean> {
  const mailbox = orderId === undefined ? mailboxOf(email) : `${mailboxOf(email)} ${orderId}`;
  const written = await tx
    .insertInto("last_letters")
    .values({ kind, mailbox, at: now })
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
