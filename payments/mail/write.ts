import { millisecondsInHour } from "date-fns/constants";
import type { LetterKind } from "../../mails/letter";
import { renderLetter } from "../../mails/render-letter";
import type { Sale } from "../catalogue/sale";
import type { Tx } from "../store/database";
import type { Mail } from "./letters";
import { keepOrderLetter } from "./order-letters";

const MOST_SENT_MAILS = 500;

const MOST_OF_A_KIND = 3;

/** Limits the mails of a kind that strangers can send to an address by typing it. */
export async function mayWriteAgain(tx: Tx, kind: LetterKind, recipient: string, now: number): Promise<boolean> {
  const { sent } = await tx
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("recipient", "=", recipient)
    .where("kind", "=", kind)
    .where("written_at", ">", now - millisecondsInHour)
    .executeTakeFirstOrThrow();
  return sent < MOST_OF_A_KIND;
}

/**
 * Puts a mail into the mailbox, which is also the outbox, in the caller's transaction. The newest 500 mails are kept,
 * besides those not yet sent; those about an order for good, with it.
 */
export async function writeMail(
  { tx, catalogue, now }: Sale,
  { language, recipient, letter, orderId }: Mail,
): Promise<void> {
  const { kind } = letter;
  const { subject, html, text: body } = renderLetter(language, letter, catalogue.sender);
  const written = { kind, recipient, subject, html, body };
  const letter_id = orderId === undefined ? null : await keepOrderLetter(tx, orderId, { ...written, language }, now);
  await tx
    .insertInto("mails")
    .values({ ...written, letter_id, written_at: now, state: "queued", next_try_at: now })
    .execute();
  await tx
    .deleteFrom("mails")
    .where("state", "!=", "queued")
    .where("id", "<=", (eb) =>
      eb.selectFrom("mails").select((newest) => newest(newest.fn.max("id"), "-", MOST_SENT_MAILS).as("id")),
    )
    .execute();
}
