import { millisecondsInDay } from "date-fns/constants";
import { periodDays } from "../../catalogue/plans";
import { soldIn } from "../../catalogue/sold";
import type { Context } from "../../context";
import { renewsSoonLetter, trialEndsLetter } from "../../mail/subscription-letters";
import { inTurn } from "../../rounds";
import type { Tx } from "../../store/database";
import { noticesIn, readSettings } from "../../store/settings";
import { subscriptionById } from "../owned";
import type { SubscriptionRow } from "../tables";
import { writeToOwner } from "../write-to-owner";

type Notices = ReturnType<typeof noticesIn>;

/** Writes to owners whose next payment is as near as the operator has set. Runs regularly. */
export async function announceRenewals(context: Context): Promise<void> {
  const notices = noticesIn((await readSettings(context.db)).notice_days);
  if (notices.length === 0) return;
  const near = await Promise.all([
    nearPayments(context, notices, "ends_at"),
    nearPayments(context, notices, "renews_at"),
  ]);
  const due = near.flat().filter((row) => isDue(notices, row, context.now()));
  await inTurn(context, due, ({ id }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await subscriptionById(tx, id);
      if (row && isDue(notices, row, context.now())) await announceRenewal(context, tx, row);
    }),
  );
}

/** @param on which of a subscription's times is looked at: each has an index */
function nearPayments({ db, now }: Context, notices: Notices, on: "ends_at" | "renews_at"): Promise<SubscriptionRow[]> {
  const days = Math.max(...notices.map((notice) => notice.days));
  const leastMonths = Math.min(...notices.flatMap(({ months }) => months ?? []));
  const leastMs = Number.isFinite(leastMonths) ? leastMonths * SHORTEST_MONTH_MS : Number.MAX_SAFE_INTEGER;
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("state", "=", "active")
    .where("source", "=", "web")
    .where(on, ">", now() + LAST_CALL_MS)
    .where(on, "<=", now() + days * millisecondsInDay)
    .where((eb) => eb.or([eb("is_trial", "=", 1), eb(eb("ends_at", "-", eb.ref("period_starts_at")), ">=", leastMs)]))
    .where((eb) =>
      eb.or([
        eb("announced_end", "is", null),
        eb("announced_end", "<", eb(on, "-", eb.val(SAME_MS))),
        eb("announced_end", ">", eb(on, "+", eb.val(SAME_MS))),
      ]),
    )
    .execute();
}

const SHORTEST_MONTH_MS = 28 * millisecondsInDay;

/** A payment that is moved by no more is the same one. */
const SAME_MS = millisecondsInDay;

/** Nearer than that, no day is left on which it can be cancelled. */
const LAST_CALL_MS = millisecondsInDay;

/** A notice that would come with the receipt of the period itself says nothing new. */
const AFTER_PAYING_MS = millisecondsInDay;

function isDue(notices: Notices, row: SubscriptionRow, now: number): boolean {
  const days = noticeOf(notices, row)?.days;
  if (days === undefined || row.state !== "active" || isAnnounced(row)) return false;
  const at = nextPayment(row);
  const from = at - days * millisecondsInDay;
  return from <= now && now < at - LAST_CALL_MS && from >= row.period_starts_at + AFTER_PAYING_MS;
}

const noticeOf = (notices: Notices, row: SubscriptionRow): Notices[number] | undefined =>
  notices.find(({ months }) => {
    if (row.is_trial === 1 || months === undefined) return row.is_trial === 1 && months === undefined;
    return periodDays(soldIn(row)) >= periodDays({ interval: "month", interval_count: months });
  });

const nextPayment = ({ renews_at, ends_at }: SubscriptionRow): number => renews_at ?? ends_at;

const isAnnounced = (row: SubscriptionRow): boolean =>
  row.announced_end !== null && Math.abs(nextPayment(row) - row.announced_end) <= SAME_MS;

/**
 * Tells the owner of the next payment, once for each: of several copies one writes, as it is noted in the transaction that writes it. A
 * payment that its provider has moved to another day is told anew.
 */
export async function announceRenewal(context: Context, tx: Tx, row: SubscriptionRow): Promise<void> {
  if (isAnnounced(row)) return;
  const ends_at = nextPayment(row);
  const noted = await tx
    .updateTable("subscriptions")
    .set({ announced_end: ends_at })
    .where("id", "=", row.id)
    .where("state", "=", "active")
    .where("ends_at", "=", row.ends_at)
    .where("announced_end", row.announced_end === null ? "is" : "=", row.announced_end)
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) return;
  const letter = row.is_trial === 1 ? trialEndsLetter : renewsSoonLetter;
  await writeToOwner(context, tx, { ...row, ends_at }, { page: "cancel", opens: "contract" }, letter);
}
