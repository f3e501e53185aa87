import { masked } from "../api/proof/owner";
import { replayAccount, replayEvent } from "../entitlements/replay";
import type { Db } from "../store/database";
import { audited } from "./audit";
import { findOrder } from "./find-orders";
import { askedBy, type Command, OperatorError, type Terminal, word } from "./terminal";

/** Sends the buyer the last receipt, or the last letter of any kind, as it was written. @throws OperatorError */
export async function resend({ context }: Terminal, command: Command): Promise<string> {
  const { db, now } = context;
  const { row } = await findOrder(db, word(command, 0, "order"));
  const kind = word(command, 1, "kind: receipt or letter");
  if (kind !== "receipt" && kind !== "letter") throw new OperatorError("Either receipt or letter.");
  const letters = db.selectFrom("order_letters").selectAll().where("order_id", "=", row.id).orderBy("id", "desc");
  const letter = await (kind === "receipt" ? letters.where("kind", "=", "receipt") : letters).executeTakeFirst();
  if (letter === undefined) throw new OperatorError("There is none.");
  return audited(context, { ...askedBy(command), command: `resend ${kind}`, about: row.id }, async (tx) => {
    const { recipient, subject, body, html } = letter;
    const mail = {
      kind: letter.kind,
      letter_id: letter.id,
      recipient,
      subject,
      body,
      html,
      written_at: now(),
      next_try_at: now(),
    };
    await tx
      .insertInto("mails")
      .values({ ...mail, state: "queued" })
      .execute();
    return `"${subject}" goes to ${command.show ? recipient : masked(recipient)}`;
  });
}

/** Tells the operator's receiver an event again, or how an account stands at present. @throws OperatorError */
export async function replay({ context }: Terminal, command: Command): Promise<string> {
  const about = word(command, 0, "event or account");
  return audited(context, { ...askedBy(command), command: "replay", about }, async (tx) => {
    if (about.startsWith("evt_")) {
      if (!(await replayEvent(tx, about, context.now()))) throw new OperatorError(`There is no event ${about}.`);
      return "the event is sent again, as it was";
    }
    const userId = await accountBy(tx, about);
    if (!(await replayAccount(tx, userId, context.now()))) throw new OperatorError("It never had paid time.");
    return "how the account stands at present is sent";
  });
}

async function accountBy(db: Pick<Db, "selectFrom">, about: string): Promise<number> {
  if (/^\d{1,15}$/.test(about)) return Number(about);
  const account = db.selectFrom("accounts").select("user_id").where("email", "=", about.toLowerCase());
  const found = await account.executeTakeFirst();
  if (found === undefined) throw new OperatorError(`There is no account ${about}.`);
  return found.user_id;
}
