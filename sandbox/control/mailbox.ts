import type { Context } from "../../payments/context";
import type { MailRow } from "../../payments/mail/tables";

const MOST_MESSAGES = 200;

/** A mail as shown on the control page; times are ISO 8601. */
export interface Message {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** Null for a mail from before mails had HTML. */
  html: string | null;
  written_at: string;
  /** `kept`: no mail server is set, so the mail stays in the mailbox. */
  state: MailRow["state"];
  /** How often it was offered to the mail server, and why the last offer failed. */
  tries: number;
  problem: string | null;
}

/** The newest mails, newest first; with `to`, only those of one recipient, in any case. */
export async function newestMessages({ db }: Context, to?: string): Promise<Message[]> {
  const rows = await db
    .selectFrom("mails")
    .selectAll()
    .$if(to !== undefined, (query) =>
      query.where((eb) => eb(eb.fn("lower", ["recipient"]), "=", to?.toLowerCase() ?? "")),
    )
    .orderBy("id", "desc")
    .limit(MOST_MESSAGES)
    .execute();
  return rows.map(messageOf);
}

export async function messageById({ db }: Context, id: number): Promise<Message | undefined> {
  const row = await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
  return row && messageOf(row);
}

const messageOf = ({ id, recipient, subject, body, html, written_at, state, tries, problem }: MailRow): Message => ({
  id,
  to: recipient,
  subject,
  text: body,
  html,
  written_at: new Date(written_at).toISOString(),
  state,
  tries,
  problem,
});
