import Big from "big.js";
import { addPeriod, earliestDay, startOfDay, type Whereabouts } from "~/upstream/contract/deadlines";
import { sumOf } from "../../machine/money";
import { buyerPlace, placeFactsOf } from "../../orders/buyer-place";
import type { Db, Tx } from "../../store/database";
import type { ChargeRow, SubscriptionRow } from "../tables";
import { unusedOf } from "./unused";

/** When a contract ends, and what then goes back, in its currency. */
interface Ending {
  ends_at: number;
  refund: number;
}

/** The first moment after a month's notice: "at most a month" (§ 309 Nr. 9 BGB) is over when the same day of the next month begins. */
const noticeEnd = (now: number, place: Whereabouts): number =>
  startOfDay(addPeriod(earliestDay(now, place), { interval: "month", interval_count: 1 }), place);

/**
 * How a contract ends that is cancelled at a moment: with what is paid, or, where that was agreed and it has renewed, with a month's notice.
 * The trial and the first period are held to what was paid for them.
 */
export async function endingAt(db: Db | Tx, row: SubscriptionRow, now: number): Promise<Ending> {
  const { ends_at, months_notice } = row;
  const charges = months_notice === 0 ? [] : await keptCharges(db, row);
  const [first] = charges;
  if (first === undefined) return { ends_at, refund: 0 };
  const place = buyerPlace(await placeFactsOf(db, row.order_id));
  const until = Math.max(noticeEnd(now, place), first.starts_at);
  return until < ends_at ? { ends_at: until, refund: unusedIn(charges, until, place) } : { ends_at, refund: 0 };
}

/** How a contract ends that was cancelled. */
export async function endingOf(db: Db | Tx, row: SubscriptionRow): Promise<Ending> {
  const { ends_at, paid_until } = row;
  if (paid_until === null) return { ends_at, refund: 0 };
  const place = buyerPlace(await placeFactsOf(db, row.order_id));
  return { ends_at, refund: unusedIn(await keptCharges(db, row), ends_at, place) };
}

/** Those of the renewals, in order. */
const keptCharges = (db: Db | Tx, { id }: Pick<SubscriptionRow, "id">): Promise<ChargeRow[]> =>
  db
    .selectFrom("subscription_charges")
    .selectAll()
    .where("subscription_id", "=", id)
    .where("state", "=", "kept")
    .orderBy("period")
    .execute();

const unusedIn = (charges: readonly ChargeRow[], until: number, place: Whereabouts): number =>
  sumOf(charges.map((charge) => unusedOf(charge, until, place)));

/** Lets a cancelled contract and its grant end so. */
export async function endSooner(tx: Tx, { id, order_id, ends_at: paid_until }: SubscriptionRow, { ends_at }: Ending) {
  if (ends_at === paid_until) return;
  await tx.updateTable("subscriptions").set({ ends_at, paid_until }).where("id", "=", id).execute();
  await tx.updateTable("grants").set({ ends_at }).where("order_id", "=", order_id).execute();
}

/** Undoes that, before the end. @returns the end of what is paid */
export async function endAsPaid(tx: Tx, { id, order_id, ends_at, paid_until }: SubscriptionRow): Promise<number> {
  if (paid_until === null) return ends_at;
  const ends = { ends_at: paid_until };
  await tx
    .updateTable("subscriptions")
    .set({ ...ends, paid_until: null })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("grants").set(ends).where("order_id", "=", order_id).execute();
  return paid_until;
}

/** Gives back what was paid for the time after the end of a contract. */
export async function giveRestBack(tx: Tx, row: SubscriptionRow): Promise<void> {
  if (row.paid_until === null) return;
  const place = buyerPlace(await placeFactsOf(tx, row.order_id));
  for (const charge of await keptCharges(tx, row)) {
    // What the operator gave back before is not taken off.
    const unused = unusedOf(charge, row.ends_at, place);
    const given_back = Math.min(charge.amount, Big(charge.given_back).plus(unused).toNumber());
    const state = given_back === charge.amount ? "refunded" : "kept";
    await tx.updateTable("subscription_charges").set({ given_back, state }).where("id", "=", charge.id).execute();
  }
}
