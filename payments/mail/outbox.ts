import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import type { Context } from "../context";
import { inRounds } from "../rounds";
import { backoff, type Queue, workQueue } from "../work-queue";
import { noteTaken } from "./order-letters";
import { type Handed, type MailCarrier, type MailServer, mailCarrier } from "./smtp";
import type { MailRow } from "./tables";

const ROUND_MS = 500;
/** A server that is away for a weekend loses no receipt. */
const GIVEN_UP_AFTER_MS = 3 * millisecondsInDay;
const waitAfter = backoff(2_000, millisecondsInHour);

const MAILS: Queue<MailRow> = {
  atOnce: 1,
  batches: 20,
  // A mail server that takes longer may be handed the mail twice, under the same id.
  claimMs: 30_000,
  waiting: (db) => db.selectFrom("mails").selectAll().where("state", "=", "queued"),
  one: (db, { id }) => db.updateTable("mails").where("id", "=", id).where("state", "=", "queued"),
};

/**
 * Sends the mails in the outbox to a mail server; without a server they stay in the mailbox. A failed mail is sent
 * again after 2 s, then after twice as long each time, up to an hour, for three days.
 * @returns a function that stops it and waits for the mails being sent
 */
export function keepMailing(context: Context, server: MailServer | undefined): () => Promise<void> {
  const carrier = server && mailCarrier(server);
  const stop = inRounds(
    "mail",
    ROUND_MS,
    () => mailRound(context, carrier),
    (error) => context.log.error({ err: error }, "payments: mailing failed"),
  );
  return async () => {
    await stop();
    carrier?.close();
  };
}

export const mailRound = (context: Context, carrier: MailCarrier | undefined): Promise<void> =>
  carrier ? workQueue(context, MAILS, (mail) => carry(context, carrier, mail)) : keepAll(context);

async function keepAll({ db }: Context): Promise<void> {
  await db.updateTable("mails").set({ state: "kept" }).where("state", "=", "queued").execute();
}

/** A failure is shown on the mailbox's page; the log does not name the recipient. */
async function carry({ db, log, now }: Context, carrier: MailCarrier, mail: MailRow): Promise<Partial<MailRow>> {
  const { id, tries, letter_id } = mail;
  const handed = await carrier.hand(mail);
  const problem = handed.kind === "sent" ? null : handed.problem;
  if (problem !== null) log.warn({ mail: id, tries }, "payments: a mail was not taken");
  else if (letter_id !== null) await noteTaken(db, letter_id, now());
  return { state: stateAfter(handed, now() - mail.written_at), next_try_at: now() + waitAfter(tries), problem };
}

function stateAfter({ kind }: Handed, ageMs: number): MailRow["state"] {
  if (kind === "sent") return "sent";
  return kind === "refused" || ageMs >= GIVEN_UP_AFTER_MS ? "failed" : "queued";
}
