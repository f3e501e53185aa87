import { createHash } from "node:crypto";
import type { Db, Tx } from "../store/database";
import type { OrderLetter } from "./tables";

type WrittenLetter = Pick<OrderLetter, "kind" | "language" | "recipient" | "subject" | "body" | "html">;

/**
 * Keeps a letter about an order as it was written, for good: the mailbox forgets. The hash is the SHA-256 of the plain text's UTF-8
 * bytes, in hex. @returns its number
 */
export async function keepOrderLetter(tx: Tx, orderId: string, mail: WrittenLetter, now: number): Promise<number> {
  const { kind, language, recipient, subject, body, html } = mail;
  const body_hash = createHash("sha256").update(body).digest("hex");
  const { id } = await tx
    .insertInto("order_letters")
    .values({ order_id: orderId, kind, language, recipient, subject, body, html, body_hash, written_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that a mail server has taken a letter. */
export const noteTaken = (db: Db | Tx, id: number, taken_at: number) =>
  db.updateTable("order_letters").set({ taken_at }).where("id", "=", id).where("taken_at", "is", null).execute();

/** A letter about an order; undefined where the order has none of that number. */
export const orderLetter = (db: Db, orderId: string, id: number): Promise<OrderLetter | undefined> =>
  db.selectFrom("order_letters").selectAll().where("order_id", "=", orderId).where("id", "=", id).executeTakeFirst();
