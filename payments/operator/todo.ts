import type { Context } from "../context";
import { tryRefundAgain } from "../refunds/by-operator";
import type { Tx } from "../store/database";
import { sendAgain } from "../store-reports/queue";
import { timeOf } from "../time";
import { audited, auditedApart } from "./audit";
import { forAPerson } from "./for-a-person";
import type { ForAPerson } from "./for-a-person/row";
import { askedBy, type Command, confirm, OperatorError, type Terminal, word } from "./terminal";

/** What waits for a person, the most urgent first. */
export async function todo({ context }: Terminal): Promise<string> {
  const rows = await forAPerson(context);
  return rows.length === 0 ? "Nothing waits for you." : rows.map((row) => linesOf(row, context.now())).join("\n");
}

function linesOf({ kind, id, orderId, since, by, money, what, help }: ForAPerson, now: number): string {
  const until = by === null ? "" : `  until ${timeOf(by)}${by < now ? ", which is OVER" : ""}`;
  const head = [`${timeOf(since)}${until}`, kind, id, orderId === null || orderId === id ? "" : `of ${orderId}`];
  const said = money === null ? what : `${money.amount} ${money.currency} ${what}`;
  return `${head.filter((part) => part !== "").join("  ")}\n  ${said}\n  → ${help}`;
}

/** Tries once more what was refused: a refund, or a report to a store. @throws OperatorError */
export async function again(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  const id = word(command, 0, "refund or store report");
  const refund = await context.db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();
  if (refund === undefined) return reportAgain(context, command, id);
  const { amount, currency } = refund;
  const asked = await confirm(terminal, command, {
    question: `Try again to give back ${amount} ${currency}, as far as it has not gone back since?`,
    number: id,
  });
  return auditedApart(context, { ...asked, command: "again", about: refund.order_id }, async () => {
    const isTried = await tryRefundAgain(context, id, { by: asked.by, reason: asked.because });
    if (!isTried) throw new OperatorError(`It is ${refund.state}: only what failed is tried again.`);
    return `${id} is tried again`;
  });
}

const reportAgain = (context: Context, command: Command, event: string): Promise<string> =>
  audited(context, { ...askedBy(command), command: "again", about: event }, async (tx) => {
    const refused = tx.selectFrom("store_reports").select("seq").where("event", "=", event);
    const report = await refused.where("state", "=", "refused").executeTakeFirst();
    if (report === undefined) throw new OperatorError(`There is no refund or refused report ${event}.`);
    await sendAgain(tx, report.seq, context.now());
    return `${event} is sent again`;
  });

/** Notes that what somebody declared without proof was acted on. @throws OperatorError */
export async function done({ context }: Terminal, command: Command): Promise<string> {
  const about = word(command, 0, "declaration");
  return audited(context, { ...askedBy(command), command: "done", about }, async (tx) => {
    if (!(await noteDone(tx, about, context.now()))) throw new OperatorError(`No declaration ${about} waits.`);
    return `declaration ${about} is done`;
  });
}

async function noteDone(tx: Tx, number: string, done_at: number): Promise<boolean> {
  if (!/^\d{1,15}$/.test(number)) return false;
  const noted = tx.updateTable("declarations").set({ done_at }).where("id", "=", Number(number));
  return (await noted.where("done_at", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
}
