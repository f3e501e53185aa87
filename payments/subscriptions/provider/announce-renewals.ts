import { millisecondsInDay } from "date-fns/constants";
import { periodDays } from "../../catalogue/plans";
import { soldIn } from "../../catalogue/sold";
import type { Context } from "../../context";
import { cardExpiresLetter, renewsSoonLetter, trialEndsLetter } from "../../mail/subscription-letters";
import { inTurn } from "../../rounds";
import type { Tx } from "../../store/database";
import { noticesIn, readSettings } from "../../store/settings";
import { subscriptionById } from "../owned";
import type { SubscriptionRow } from "../tables";
import { writeToOwner } from "../write-to-owner";

type Notices = ReturnType<typeof noticesIn>;

/** The columns of what was announced, by the payment's day: that it comes, and that its card expires before. */
type Announced = "announced_end" | "card_announced_end";

/** Writes to owners whose next payment is as near as the operator has set. Runs regularly. */
export async function announceRenewals(context: Context): Promise<void> {
  const notices = noticesIn((await readSettings(context.db)).notice_days);
  const cards = notices.filter(({ of }) => of === "card");
  await announce(context, "announced_end", { notices: notices.filter(({ of }) => of !== "card"), isDue: isNoticeDue });
  await announce(context, "card_announced_end", { notices: cards, isDue: isCardDue });
}

interface Due {
  notices: Notices;
  isDue: (notices: Notices, row: SubscriptionRow, now: number) => boolean;
}

async function announce(context: Context, column: Announced, { notices, isDue }: Due): Promise<void> {
  if (notices.length === 0) return;
  const near = ON.map((on) => nearPayments(context, notices, { on, column }));
  const due = (await Promise.all(near)).flat().filter((row) => isDue(notices, row, context.now()));
  await inTurn(context, due, ({ id }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await subscriptionById(tx, id);
      if (row && isDue(notices, row, context.now())) await announceOne(context, tx, row, column);
    }),
  );
}

/** Each has an index. */
const ON = ["ends_at", "renews_at"] as const;

/** @param on which of a subscription's times is looked at */
function nearPayments(
  { db, now }: Context,
  notices: Notices,
  { on, column }: { on: (typeof ON)[number]; column: Announced },
): Promise<SubscriptionRow[]> {
  const days = Math.max(...notices.map((notice) => notice.days));
  const isOf = (of: "trial" | "card") => notices.some((notice) => notice.of === of);
  const months = notices.flatMap((notice) => (notice.of === undefined ? notice.months : []));
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("state", "=", "active")
    .where("source", "=", "web")
    .where(on, ">", now())
    .where(on, "<=", now() + days * millisecondsInDay)
    .where((eb) =>
      eb.or([
        ...(isOf("card") ? [eb("card_ends_at", "<=", eb.ref(on))] : []),
        ...(isOf("trial") ? [eb("is_trial", "=", 1)] : []),
        ...(months.length > 0
          ? [eb(eb("ends_at", "-", eb.ref("period_starts_at")), ">=", Math.min(...months) * SHORTEST_MONTH_MS)]
          : []),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb(column, "is", null),
        eb(column, "<", eb(on, "-", eb.val(SAME_MS))),
        eb(column, ">", eb(on, "+", eb.val(SAME_MS))),
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

const nextPayment = ({ renews_at, ends_at }: SubscriptionRow): number => renews_at ?? ends_at;

function isAnnounced(row: SubscriptionRow, column: Announced): boolean {
  const last = row[column];
  return last !== null && Math.abs(nextPayment(row) - last) <= SAME_MS;
}

function isNear(row: SubscriptionRow, days: number, now: number): boolean {
  const at = nextPayment(row);
  return at - days * millisecondsInDay <= now && now < at - LAST_CALL_MS;
}

function isNoticeDue(notices: Notices, row: SubscriptionRow, now: number): boolean {
  const days = noticeOf(notices, row)?.days;
  if (days === undefined || isAnnounced(row, "announced_end") || !isNear(row, days, now)) return false;
  return nextPayment(row) - days * millisecondsInDay >= row.period_starts_at + AFTER_PAYING_MS;
}

const noticeOf = (notices: Notices, row: SubscriptionRow): Notices[number] | undefined =>
  notices.find(({ of, months }) => {
    if (row.is_trial === 1 || of === "trial") return row.is_trial === 1 && of === "trial";
    return periodDays(soldIn(row)) >= periodDays({ interval: "month", interval_count: months });
  });

const isCardDue = ([notice]: Notices, row: SubscriptionRow, now: number): boolean =>
  notice !== undefined &&
  row.card_ends_at !== null &&
  row.card_ends_at <= nextPayment(row) &&
  !isAnnounced(row, "card_announced_end") &&
  isNear(row, notice.days, now);

/**
 * Tells the owner of the next payment, once for each: a payment that its provider has moved to another day is told anew.
 */
export const announceRenewal = (context: Context, tx: Tx, row: SubscriptionRow): Promise<void> =>
  announceOne(context, tx, row, "announced_end");

/** Of several copies one writes: it is noted in the transaction that writes it. */
async function announceOne(context: Context, tx: Tx, row: SubscriptionRow, column: Announced): Promise<void> {
  if (isAnnounced(row, column)) return;
  const ends_at = nextPayment(row);
  const noted = await tx
    .updateTable("subscriptions")
    .set({ [column]: ends_at })
    .where("id", "=", row.id)
    .where("state", "=", "active")
    .where("ends_at", "=", row.ends_at)
    .where(column, row[column] === null ? "is" : "=", row[column])
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) return;
  const about = { ...row, ends_at };
  if (column === "card_announced_end")
    return writeToOwner(context, tx, about, { page: "renewal", opens: "contract" }, cardExpiresLetter);
  const letter = row.is_trial === 1 ? trialEndsLetter : renewsSoonLetter;
  await writeToOwner(context, tx, about, { page: "cancel", opens: "contract" }, letter);
}
