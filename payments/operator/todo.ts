import type { Context } from "../context";
import { moneyText } from "../html/money-text";
import { tryRefundAgain } from "../refunds/by-operator";
import type { Db, Tx } from "../store/database";
import { sendAgain } from "../store-reports/queue";
import { timeOf } from "../time";
import { type Act, OperatorError, withoutAddresses } from "./act";
import { audited, auditedApart } from "./audit";
import { forAPerson } from "./for-a-person";
import { whatIsDeclared } from "./for-a-person/messages";
import type { ForAPerson } from "./for-a-person/row";
import type { Terminal } from "./terminal";

/** What waits for a person, the most urgent first. */
export async function todo({ context }: Terminal): Promise<string> {
  const rows = await forAPerson(context);
  return rows.length === 0 ? "Nothing waits for you." : rows.map((row) => linesOf(row, context.now())).join("\n");
}

function linesOf({ kind, id, orderId, since, by, money, what, help }: ForAPerson, now: number): string {
  const until = by === null ? "" : `  until ${timeOf(by)}${by < now ? ", which is OVER" : ""}`;
  const head = [`${timeOf(since)}${until}`, kind, id, orderId === null || orderId === id ? "" : `of ${orderId}`];
  const said = money === null ? what : `${moneyText(money)} ${what}`;
  return `${head.filter((part) => part !== "").join("  ")}\n  ${said}\n  → ${help}`;
}

/** Tries once more what was refused or given up: a refund, a report to a store, a webhook. @throws OperatorError */
export async function again(context: Context, id: string): Promise<Act> {
  const refund = await context.db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();
  if (refund === undefined) return webhookOrReportAgain(context, id);
  const { amount, currency, order_id, state } = refund;
  return {
    about: id,
    orderId: order_id,
    money: { amount, currency },
    question: `Try again to give back ${moneyText(refund)}, as far as it has not gone back since?`,
    run: (asked) =>
      auditedApart(context, { ...asked, command: "again", about: order_id }, async () => {
        const isTried = await tryRefundAgain(context, id, { by: asked.by ?? "", reason: asked.because ?? "" });
        if (!isTried) throw new OperatorError(`It is ${state}: only what failed is tried again.`);
        return `${id} is tried again`;
      }),
  };
}

async function webhookOrReportAgain(context: Context, id: string): Promise<Act> {
  const webhooks = context.db.selectFrom("hook_events").select("driver").where("event_id", "=", id);
  const webhook = await webhooks.where("state", "=", "failed").executeTakeFirst();
  return webhook === undefined ? reportAgain(context, id) : webhookAgain(context, id, webhook.driver);
}

const webhookAgain = (context: Context, event: string, driver: string): Act => ({
  about: event,
  orderId: null,
  question: `Ask ${driver} again about what ${event} rang for?`,
  run: (asked) =>
    audited(context, { ...asked, command: "again", about: event }, async (tx) => {
      const waiting = { state: "waiting", tries: 0, next_try_at: context.now() } as const;
      const given = tx.updateTable("hook_events").set(waiting).where("driver", "=", driver);
      const { numUpdatedRows } = await given
        .where("event_id", "=", event)
        .where("state", "=", "failed")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new OperatorError(`${event} was not given up.`);
      return `${driver} is asked again about ${event}`;
    }),
});

async function reportAgain(context: Context, event: string): Promise<Act> {
  const refused = (db: Db | Tx) =>
    db
      .selectFrom("store_reports")
      .select(["seq", "order_id"])
      .where("event", "=", event)
      .where("state", "=", "refused")
      .executeTakeFirst();
  return {
    about: event,
    orderId: (await refused(context.db))?.order_id ?? null,
    question: `Send the report ${event} again?`,
    run: (asked) =>
      audited(context, { ...asked, command: "again", about: event }, async (tx) => {
        const report = await refused(tx);
        if (report === undefined)
          throw new OperatorError(
            `There is no refund, refused report or webhook that was given up by the name ${event}.`,
          );
        await sendAgain(tx, report.seq, context.now());
        return `${event} is sent again`;
      }),
  };
}

/** Notes that what somebody declared without proof was acted on. @throws OperatorError */
export async function done(context: Context, about: string): Promise<Act> {
  const none = new OperatorError(`No declaration ${about} waits.`);
  const waits = /^\d{1,15}$/.test(about) ? await declarationThatWaits(context.db, Number(about)) : undefined;
  if (waits === undefined) throw none;
  const { id, declared_at, email } = waits;
  return {
    about,
    orderId: null,
    question: withoutAddresses(
      `Take off the list that ${email} ${whatIsDeclared(waits)} (${timeOf(declared_at)}), as it was acted on?`,
    ),
    run: (asked) =>
      audited(context, { ...asked, command: "done", about }, async (tx) => {
        if (!(await noteDone(tx, id, context.now()))) throw none;
        return `declaration ${about} is done`;
      }),
  };
}

const declarationThatWaits = (db: Db, id: number) =>
  db.selectFrom("declarations").selectAll().where("id", "=", id).where("done_at", "is", null).executeTakeFirst();

async function noteDone(tx: Tx, id: number, done_at: number): Promise<boolean> {
  const noted = tx.updateTable("declarations").set({ done_at }).where("id", "=", id);
  return (await noted.where("done_at", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
}
