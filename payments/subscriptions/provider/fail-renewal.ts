import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "../../context";
import { renewalFailedLetter, renewalReminderLetter } from "../../mail/subscription-letters";
import { endOf } from "../../orders/paid-time";
import { inTurn } from "../../rounds";
import type { Tx } from "../../store/database";
import { daysIn, readSettings } from "../../store/settings";
import type { SubscriptionRow } from "../tables";
import { writeToOwner } from "../write-to-owner";

/** The next period could not be charged: its owner is asked for another way to pay. What is paid runs on. */
export async function failRenewal(context: Context, tx: Tx, row: SubscriptionRow): Promise<void> {
  const failed = { state: "past_due", failed_at: context.now(), reminded_day: null } as const;
  await tx.updateTable("subscriptions").set(failed).where("id", "=", row.id).execute();
  await remind(context, tx, row.id);
}

/** Writes to owners whose renewal failed so many days ago as the operator has set, until it is paid or over. Runs regularly. */
export async function remindOwners(context: Context): Promise<void> {
  const days = daysIn((await readSettings(context.db)).reminder_days);
  const last = Math.max(...days);
  const pastDue = await context.db
    .selectFrom("subscriptions")
    .select(["id", "failed_at", "reminded_day"])
    .where("state", "=", "past_due")
    .where("failed_at", "is not", null)
    .where((eb) => eb.or([eb("reminded_day", "is", null), eb("reminded_day", "<", last)]))
    .execute();
  const due = pastDue.filter((row) => dueDay(days, row, context.now()) !== undefined);
  await inTurn(context, due, ({ id }) => context.db.transaction().execute((tx) => remind(context, tx, id)));
}

type Reminded = Pick<SubscriptionRow, "failed_at" | "reminded_day">;

/** The newest of the days that have come, if no letter was sent for it yet: who was not written to in time gets one letter, not all. */
function dueDay(days: readonly number[], { failed_at, reminded_day }: Reminded, now: number): number | undefined {
  if (failed_at === null) return undefined;
  const newest = days.findLast((day) => failed_at + day * millisecondsInDay <= now);
  return newest !== undefined && newest > (reminded_day ?? -1) ? newest : undefined;
}

/** Of several copies one writes: what was sent is noted in the transaction that writes it. The first letter says that it failed. */
async function remind(context: Context, tx: Tx, id: string): Promise<void> {
  const days = daysIn((await readSettings(tx)).reminder_days);
  const row = await tx.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  const day = row && dueDay(days, row, context.now());
  if (row === undefined || day === undefined) return;
  const noted = await tx
    .updateTable("subscriptions")
    .set({ reminded_day: day })
    .where("id", "=", id)
    .where("state", "=", "past_due")
    .where("failed_at", "=", row.failed_at)
    .where((eb) => eb.or([eb("reminded_day", "is", null), eb("reminded_day", "<", day)]))
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) return;
  const isLast = day === days.at(-1);
  const reminder = renewalReminderLetter({ runsUntil: await endOf(tx, row.order_id), isLast });
  const letter = row.reminded_day === null ? renewalFailedLetter : reminder;
  await writeToOwner(context, tx, row, { page: "renewal", opens: "contract" }, letter);
}
