import { masked } from "../api/proof/owner";
import type { Context } from "../context";
import { replayAccount, replayEvent } from "../entitlements/replay";
import type { Db } from "../store/database";
import { type Act, OperatorError } from "./act";
import { audited } from "./audit";
import { findOrder } from "./find-orders";

/** It moves no money and ends nothing, so the command line does not ask: it says what it is about to send. */
interface Sending extends Act {
  announcement: string;
}

interface LetterWanted {
  /** The order, by any name. */
  of: string;
  /** `receipt`, or `letter`: the last one of any kind. */
  kind: string;
  /** Whether the address is shown as it is. */
  show: boolean;
}

/** Sends the buyer the last receipt, or the last letter of any kind, as it was written. @throws OperatorError */
export async function resend(context: Context, { of, kind, show }: LetterWanted): Promise<Sending> {
  const { db, now } = context;
  const { row } = await findOrder(db, of);
  if (kind !== "receipt" && kind !== "letter") throw new OperatorError("Either receipt or letter.");
  const letters = db.selectFrom("order_letters").selectAll().where("order_id", "=", row.id).orderBy("id", "desc");
  const letter = await (kind === "receipt" ? letters.where("kind", "=", "receipt") : letters).executeTakeFirst();
  if (letter === undefined) throw new OperatorError("There is none.");
  const { recipient, subject, body, html } = letter;
  const to = show ? recipient : masked(recipient);
  const mail = { kind: letter.kind, letter_id: letter.id, recipient, subject, body, html, state: "queued" } as const;
  return {
    about: row.id,
    orderId: row.id,
    question: `Send "${subject}" to ${to} once more?`,
    announcement: `Sending one letter to ${to}: "${subject}", as it was.`,
    run: (asked) =>
      audited(context, { ...asked, command: `resend ${kind}`, about: row.id }, async (tx) => {
        const at = { written_at: now(), next_try_at: now() };
        await tx
          .insertInto("mails")
          .values({ ...mail, ...at })
          .execute();
        return `"${subject}" goes to ${to}`;
      }),
  };
}

/** Tells the operator's receiver an event again, or how an account stands at present. @throws OperatorError */
export const replay = (context: Context, of: string): Promise<Sending> =>
  of.startsWith("evt_") ? replayOfEvent(context, of) : replayOfAccount(context, of);

async function replayOfEvent(context: Context, id: string): Promise<Sending> {
  const known = context.db.selectFrom("entitlement_events").select(["type", "order_id"]).where("id", "=", id);
  const event = await known.executeTakeFirst();
  if (event === undefined) throw new OperatorError(`There is no event ${id}.`);
  return {
    about: id,
    orderId: event.order_id,
    question: `Send ${event.type} once more, as it was?`,
    announcement: `Sending one event to your servers: ${event.type} (${id}), as it was.`,
    run: (asked) =>
      audited(context, { ...asked, command: "replay", about: id }, async (tx) => {
        if (!(await replayEvent(tx, id, context.now()))) throw new OperatorError(`There is no event ${id}.`);
        return "the event is sent again, as it was";
      }),
  };
}

async function replayOfAccount(context: Context, of: string): Promise<Sending> {
  const userId = await accountBy(context.db, of);
  const about = String(userId);
  return {
    about,
    orderId: null,
    question: `Tell the VPN how account ${about} stands at present?`,
    announcement: `Sending one event to your servers: how account ${about} stands at present.`,
    run: (asked) =>
      audited(context, { ...asked, command: "replay", about }, async (tx) => {
        if (!(await replayAccount(tx, userId, context.now()))) throw new OperatorError("It never had paid time.");
        return "how the account stands at present is sent";
      }),
  };
}

async function accountBy(db: Db, about: string): Promise<number> {
  if (/^\d{1,15}$/.test(about)) return Number(about);
  const account = db.selectFrom("accounts").select("user_id").where("email", "=", about.toLowerCase());
  const found = await account.executeTakeFirst();
  if (found === undefined) throw new OperatorError(`There is no account ${about}.`);
  return found.user_id;
}
