import { addPeriod, endOfDay, latestDay } from "~/upstream/contract/deadlines";
import { soldPeriod } from "../catalogue/plans";
import { inSale, type Sale } from "../catalogue/sale";
import { type Sold, soldIn, soldUntil } from "../catalogue/sold";
import type { Context } from "../context";
import type { PaymentStanding } from "../drivers/driver";
import { giveReceipt } from "../invoices/give-receipt";
import { liveAttempt } from "../machine/order-record";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { loadOrder, paidAttempt, type StoredOrder } from "../store/orders";
import { readSettings } from "../store/settings";
import { changeOf, replaceSubscription } from "../subscriptions/plan-change";
import { endUngranted } from "../subscriptions/provider/orders";
import { startSubscription } from "../subscriptions/start";
import { type AskedAttempt, askAttempt, askProviders, isJustPaid, unsettledAttempts } from "./ask-providers";
import { buyerPlace, type PlaceFacts } from "./buyer-place";
import { keepConversion } from "./conversion";
import { isLeft, openLeft } from "./opening/open-left";
import { recordEvent } from "./record";
import { receiveReport, receiveStanding } from "./reports/receive";
import type { AttemptRow } from "./tables";

/** Syncs one order: asks its providers, and applies what they say. Where one could not be asked, nothing ends by its silence. */
export const syncOrder = async (context: Context, orderId: string): Promise<StoredOrder | undefined> =>
  syncWith(context, orderId, await unsettledAttempts(context.db, orderId));

/** The same for a buyer who looks: a page that nobody has opened is opened first, and what was just paid is not asked about again. */
export async function syncForBuyer(context: Context, orderId: string): Promise<StoredOrder | undefined> {
  const now = context.now();
  const attempts = await unsettledAttempts(context.db, orderId);
  const left = attempts.find((attempt) => isLeft(attempt, now));
  if (left !== undefined) {
    await openLeft(context, left);
    return syncOrder(context, orderId);
  }
  const unknown = attempts.filter((attempt) => !isJustPaid(attempt, now));
  return syncWith(context, orderId, unknown);
}

async function syncWith(
  context: Context,
  orderId: string,
  attempts: readonly AttemptRow[],
): Promise<StoredOrder | undefined> {
  const { asked, failures } = await askProviders(context, attempts);
  const news = asked.filter(({ standing }) => hasNews(standing));
  const stored = await applyNews(context, { orderId, news, maySettle: failures.length === 0 });
  if (failures.length > 0) throw failures[0];
  return stored;
}

interface News {
  orderId: string;
  news: readonly AskedAttempt[];
  maySettle: boolean;
}

async function applyNews(context: Context, { orderId, news, maySettle }: News): Promise<StoredOrder | undefined> {
  if (news.length === 0) {
    const stored = await loadOrder(context.db, orderId);
    if (!maySettle || stored === undefined || !isDue(stored, context.now())) return stored;
  }
  return inSale(context, async (sale) => {
    let stored = await loadOrder(sale.tx, orderId);
    for (const one of news) stored = await receiveStanding(sale, one, stored);
    return maySettle ? settle(sale, stored) : stored;
  });
}

const hasNews = ({ reports, subscription }: PaymentStanding): boolean =>
  reports.length > 0 || subscription !== undefined;

/** Whether something is to be done without any news: most who ask for an order only look. */
const isDue = ({ row, order }: StoredOrder, now: number): boolean =>
  row.expires_at <= now || order.state === "granting" || order.captures.some(({ state }) => state === "refunded");

/** Asks about one attempt, also where the provider had said its last word, and applies what it says. @throws OutcomeUnknown */
export async function syncAttempt(context: Context, attempt: AttemptRow): Promise<StoredOrder | undefined> {
  const asked = await askAttempt(context, attempt);
  return inSale(context, async (sale) =>
    settle(sale, await receiveStanding(sale, asked, await loadOrder(sale.tx, attempt.order_id))),
  );
}

/** Ends what is over and grants what is paid, as far as it is known here. */
export const settleOrder = async (sale: Sale, orderId: string): Promise<StoredOrder | undefined> =>
  settle(sale, await loadOrder(sale.tx, orderId));

async function settle(sale: Sale, loaded: Loaded): Promise<Loaded> {
  const stored = await grantQueued(sale, await endOverdue(sale, loaded));
  if (stored?.order.captures.some(({ state }) => state === "refunded"))
    await endUngranted(sale.tx, stored.row.id, sale.now);
  return stored;
}

/** Advances one order without asking its providers, unless it has expired: money of which no webhook told is found before that. */
export async function tendOrder(context: Context, orderId: string): Promise<StoredOrder | undefined> {
  if (await isOverdue(context, orderId)) return syncOrder(context, orderId);
  return inSale(context, async (sale) => grantQueued(sale, await loadOrder(sale.tx, orderId)));
}

/** Advances every order; runs regularly, so that orders nobody looks at advance too. */
export async function tendAll(context: Context): Promise<void> {
  await inTurn(context, await waitingOrders(context), (id) => tendOrder(context, id));
}

async function waitingOrders({ db, now }: Context): Promise<string[]> {
  const { hold_grants } = await readSettings(db);
  const paid = hold_grants ? [] : await db.selectFrom("orders").select("id").where("state", "=", "granting").execute();
  return [...new Set([...paid, ...(await overdueOrders(db, now()))].map(({ id }) => id))];
}

/** Payments in progress do not expire with the order. */
const overdueOrders = (db: Context["db"], now: number) =>
  db
    .selectFrom("orders")
    .leftJoin("attempts", (join) =>
      join.onRef("attempts.order_id", "=", "orders.id").on("attempts.state", "=", "processing"),
    )
    .select("orders.id")
    .where("orders.state", "in", ["open", "paying"])
    .where("expires_at", "<=", now)
    .where("attempts.id", "is", null)
    .execute();

async function isOverdue({ db, now }: Context, orderId: string): Promise<boolean> {
  const overdue = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("expires_at", "<=", now())
    .executeTakeFirst();
  return overdue !== undefined;
}

/** As it was loaded in this transaction; undefined: there is none. */
type Loaded = StoredOrder | undefined;

/** After an order's lifetime, ends its unpaid session, then the order, unless a payment is in progress. @returns it as it is then */
async function endOverdue(sale: Sale, overdue: Loaded): Promise<Loaded> {
  const { tx, now } = sale;
  if (!overdue || overdue.row.expires_at > now || isOver(overdue)) return overdue;
  const live = liveAttempt(overdue.order);
  const closed =
    live && live.status.state !== "processing"
      ? await receiveReport(sale, overdue, {
          eventId: `${live.id}.session_over`,
          attemptId: live.id,
          report: { type: "abandoned" },
        })
      : overdue;
  return closed.order.state === "open" ? recordEvent(tx, closed, { type: "time_over" }, now) : closed;
}

/** Nothing is open or under way, so that no time ends it. */
const isOver = ({ order }: StoredOrder): boolean => order.state !== "open" && liveAttempt(order) === undefined;

/**
 * The order's own state is the outbox: what is granted, all that follows from it, and the step out of "granting" are one commit.
 * @returns the order as it is then
 */
async function grantQueued(sale: Sale, stored: Loaded): Promise<Loaded> {
  if (stored?.order.state !== "granting" || (await readSettings(sale.tx)).hold_grants) return stored;
  const paid = paidAttempt(stored);
  if (!paid) return stored;
  return grant(sale, stored, paid);
}

async function grant(sale: Sale, stored: StoredOrder, paid: AttemptRow): Promise<StoredOrder> {
  const { tx, now } = sale;
  const orderId = stored.row.id;
  const sold = soldIn(paid);
  const change = await changeOf(tx, paid.id);
  if (change && !(await replaceSubscription(tx, orderId, change, now))) return giveBack(tx, stored, now);
  const { email, user_id } = stored.row;
  // As the buyer agreed; what else they have paid for is not lost: see paid-time.ts.
  const time = { starts_at: now, ends_at: grantedUntil(now, { sold, paid, order: stored.row }) };
  await tx
    .insertInto("grants")
    .values({ order_id: orderId, attempt_id: paid.id, email, user_id, ...time })
    .execute();
  const granted = await recordEvent(tx, stored, { type: "granted" }, now);
  // The receipt tells of the next payment.
  await startSubscription(tx, stored, time, { deduction: change?.deduction ?? 0, now });
  await giveReceipt(sale, stored);
  await keepConversion(tx, stored, now);
  return granted;
}

interface Granting {
  sold: Sold;
  paid: AttemptRow;
  order: PlaceFacts;
}

/** Until the next payment; where there is none, until the last day is over that the buyer was told. */
function grantedUntil(now: number, { sold, paid, order }: Granting): number {
  const { trial_days: trialDays, renewal_amount } = paid;
  const place = buyerPlace(order);
  if (renewal_amount !== null) return soldUntil(now, { sold, trialDays, place });
  return endOfDay(addPeriod(latestDay(now, place), soldPeriod(sold, trialDays)), place);
}

/** What was taken off the price is not there any more: nothing is granted, and the money goes back. */
const giveBack = async (tx: Tx, stored: StoredOrder, now: number): Promise<StoredOrder> =>
  recordEvent(tx, await recordEvent(tx, stored, { type: "granted" }, now), { type: "refunded" }, now);
