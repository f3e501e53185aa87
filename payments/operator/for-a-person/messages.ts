import { millisecondsInDay } from "date-fns/constants";
import type { DeclarationRow } from "../../declarations/tables";
import type { Db } from "../../store/database";
import { type ForAPerson, MOST_OF_A_KIND, NOTHING } from "./row";

/** Longer ago nobody waits for a mail any more. */
const MAIL_DAYS = 30;

export async function declarations(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("declarations").selectAll().where("done_at", "is", null);
  return (await rows.orderBy("act_by").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "declaration",
    id: String(row.id),
    since: row.declared_at,
    by: row.act_by,
    what: `${whatIsDeclared(row)}, as ${row.email}`,
    help: `find the order, end or refund it, write to them, then: done ${row.id}`,
  }));
}

/** Such as: cancels "my VPN" without proof. */
export const whatIsDeclared = ({ kind, contract }: Pick<DeclarationRow, "kind" | "contract">): string =>
  `${kind === "cancel" ? "cancels" : "withdraws from"} "${contract}" without proof`;

export async function failedEvents(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("entitlement_events").selectAll().where("state", "=", "failed");
  return (await rows.orderBy("created_at").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "entitlement",
    id: row.id,
    orderId: row.order_id,
    since: row.created_at,
    what: `${row.type} was not taken by your servers: ${row.problem ?? "no answer"}`,
    help: `replay ${row.id}`,
  }));
}

/** A letter of the kind that reached the same address since is not missing any more. */
export async function failedMails(db: Db, now: number): Promise<ForAPerson[]> {
  const rows = await db
    .selectFrom("mails")
    .leftJoin("order_letters", "order_letters.id", "letter_id")
    .selectAll("mails")
    .select("order_id")
    .where("state", "=", "failed")
    .where("mails.written_at", ">", now - MAIL_DAYS * millisecondsInDay)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mails as later")
            .select("later.id")
            .whereRef("later.recipient", "=", "mails.recipient")
            .whereRef("later.subject", "=", "mails.subject")
            .whereRef("later.id", ">", "mails.id")
            .where("later.state", "in", ["sent", "queued"]),
        ),
      ),
    )
    .orderBy("mails.id")
    .limit(MOST_OF_A_KIND)
    .execute();
  return rows.map(({ id, order_id, kind, recipient, subject, problem, written_at }) => ({
    ...NOTHING,
    kind: "mail",
    id: String(id),
    orderId: order_id,
    since: written_at,
    what: `"${subject}" did not reach ${recipient}: ${problem ?? ""}`,
    help: `resend ${order_id ?? "<order>"} ${kind === "receipt" ? "receipt" : "letter"}`,
  }));
}

export async function failedWebhooks(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("hook_events").selectAll().where("state", "=", "failed");
  return (await rows.orderBy("received_at").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "webhook",
    id: row.event_id,
    since: row.received_at,
    what: `${row.driver} rang (${row.kind}) and was asked in vain for three days: ${row.problem ?? ""}`,
    help: `compare ${row.payment ?? row.capture_id ?? row.subscription ?? "it"} in the provider's dashboard with our order, then: again ${row.event_id}`,
  }));
}

export async function refusedReports(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("store_reports").selectAll().where("state", "=", "refused");
  return (await rows.orderBy("noted_at").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "store report",
    id: row.event,
    orderId: row.order_id,
    since: row.noted_at,
    by: row.due_at,
    what: `${row.store} refuses the report: ${row.problem ?? ""}`,
    help: `put right what it names, then: again ${row.event}`,
  }));
}
