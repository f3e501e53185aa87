import type { Context } from "../context";
import { inRounds } from "../rounds";
import type { MailRow } from "../store/schema";
import { type Handed, type MailCarrier, type MailServer, mailCarrier } from "./smtp";

const ROUND_MS = 500;
const AT_ONCE = 20;
const MAX_TRIES = 8;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 600_000;
/** A mail server that takes longer may be handed the mail twice, under the same id. */
const CLAIM_MS = 30_000;

/**
 * Sends the mails in the outbox to a mail server; without a server they stay in the mailbox. A failed mail is sent
 * again after 2 s, then after twice as long each time.
 * @returns a function that stops it and waits for the mails being sent
 */
export function keepMailing(context: Context, server: MailServer | undefined): () => Promise<void> {
  const carrier = server && mailCarrier(server);
  const stop = inRounds(
    "mail",
    ROUND_MS,
    () => (carrier ? carryDue(context, carrier) : keepAll(context)),
    (error) => context.log.error({ err: error }, "payments: mailing failed"),
  );
  return async () => {
    await stop();
    carrier?.close();
  };
}

async function keepAll({ db }: Context): Promise<void> {
  await db.updateTable("mails").set({ state: "kept" }).where("state", "=", "queued").execute();
}

async function carryDue(context: Context, carrier: MailCarrier): Promise<void> {
  const due = await context.db
    .selectFrom("mails")
    .selectAll()
    .where("state", "=", "queued")
    .where("next_try_at", "<=", context.now())
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  for (const mail of due) {
    const claimed = await claim(context, mail);
    if (claimed !== undefined) await note(context, claimed, await carrier.hand(mail));
  }
}

/** Of the processes that share the database one hands a mail over; if it dies meanwhile, another does after that. */
function claim({ db, now }: Context, { id, next_try_at }: MailRow): Promise<MailRow | undefined> {
  return db
    .updateTable("mails")
    .set({ next_try_at: now() + CLAIM_MS })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("next_try_at", "=", next_try_at)
    .returningAll()
    .executeTakeFirst();
}

/** A failure is shown on the mailbox's page; the log does not name the recipient. */
async function note({ db, log, now }: Context, claimed: MailRow, handed: Handed): Promise<void> {
  const { id, tries } = claimed;
  const problem = handed.kind === "sent" ? null : handed.problem;
  if (problem !== null) log.warn({ mail: id, tries: tries + 1 }, "payments: a mail was not taken");
  const next_try_at = now() + Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
  await db
    .updateTable("mails")
    .set({ state: stateAfter(handed, tries + 1), tries: tries + 1, next_try_at, problem })
    .where("id", "=", id)
    // Another process has it by now, where this one took too long.
    .where("next_try_at", "=", claimed.next_try_at)
    .execute();
}

function stateAfter({ kind }: Handed, tries: number): MailRow["state"] {
  if (kind === "sent") return "sent";
  return kind === "refused" || tries >= MAX_TRIES ? "failed" : "queued";
}
