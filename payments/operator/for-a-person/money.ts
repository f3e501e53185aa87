import { millisecondsInHour } from "date-fns/constants";
import { sql } from "kysely";
import { moneyText } from "../../html/money-text";
import type { Money } from "../../machine/money";
import { LAST_WORD_MS } from "../../reconcile/asking-times";
import { lessBy } from "../../refunds/taken";
import type { Db } from "../../store/database";
import { HELD_IN_REVIEW } from "./in-review";
import { type ForAPerson, MOST_OF_A_KIND, NOTHING } from "./row";

/** What is not known by then does not settle by itself in time for a buyer who waits. */
const PATIENCE_MS = millisecondsInHour;

const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency });

export async function failedRefunds(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("refunds").selectAll().where("state", "=", "failed");
  return (await rows.orderBy("noted_at").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "refund",
    id: row.id,
    orderId: row.order_id,
    since: row.noted_at,
    money: moneyOf(row),
    what: `was not given back: ${row.problem ?? "refused"}`,
    help: `pay it back in the provider's dashboard, then: again ${row.id}; alone, that tries once more`,
  }));
}

/** Another sum than agreed was paid: nothing was granted for it, and what has not gone back is the buyer's. */
export async function wrongAmounts(db: Db): Promise<ForAPerson[]> {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("captures", "captures.order_id", "orders.id")
    .innerJoin("attempts", "attempts.id", "captures.attempt_id")
    .select(["captures.id", "captures.order_id", "captures.amount", "captures.currency", "returned", "provider"])
    .select(["attempts.amount as agreed", "attempts.currency as agreedCurrency"])
    .select(({ fn }) => fn.coalesce("taken_at", "orders.created_at").as("since"))
    .where(sql<boolean>`${sql.raw(HELD_IN_REVIEW)}`)
    .orderBy("since")
    .limit(MOST_OF_A_KIND)
    .execute();
  return rows.map(({ id, order_id: orderId, since, amount, currency, provider, agreed, agreedCurrency, returned }) => ({
    ...NOTHING,
    kind: "wrong amount",
    id,
    orderId,
    since,
    money: { amount: lessBy(amount, returned), currency },
    what: `is held by ${provider}, paid in place of ${moneyText({ amount: agreed, currency: agreedCurrency })}: nothing was granted`,
    help: `refund ${orderId}`,
  }));
}

export async function openDisputes(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("disputes").selectAll().where("state", "=", "open");
  return (await rows.orderBy("noted_at").limit(MOST_OF_A_KIND).execute()).map((row) => ({
    ...NOTHING,
    kind: "dispute",
    id: row.id,
    orderId: row.order_id,
    since: row.noted_at,
    by: row.evidence_by,
    money: moneyOf(row),
    what: `is taken back by the buyer's bank: ${row.reason}`,
    help:
      row.evidence_by === null
        ? "nothing, unless the provider's dashboard asks for evidence: its bank decides"
        : `evidence ${row.id}, and answer in the provider's dashboard`,
  }));
}

/** What a provider calls processing, or has not said its last word about in time. */
export async function unknownPayments(db: Db, now: number): Promise<ForAPerson[]> {
  const rows = await db
    .selectFrom("attempts")
    .selectAll()
    .where("created_at", "<=", now - PATIENCE_MS)
    .where("settled_at", "is", null)
    .where(({ and, or, eb, fn }) =>
      or([
        // In words, as the index of unknown ones has it.
        sql<boolean>`state in ('created', 'processing') and state = 'processing'`,
        and([
          eb("next_ask_at", "is not", null),
          eb(fn.coalesce("payable_until", "created_at"), "<=", now - LAST_WORD_MS - PATIENCE_MS),
        ]),
      ]),
    )
    .orderBy("created_at")
    .limit(MOST_OF_A_KIND)
    .execute();
  return rows.map(({ id, order_id, created_at, amount, currency, state, provider, reference }) => ({
    ...NOTHING,
    kind: "payment",
    id,
    orderId: order_id,
    since: created_at,
    money: { amount, currency },
    what: `${provider} has not said whether it was paid (${state})`,
    help: `look for ${reference} in the provider's dashboard; it is asked about until it says so`,
  }));
}

/** A buyer who ended a plan must not be charged for it. */
export async function renewalsNotStopped(db: Db, now: number): Promise<ForAPerson[]> {
  const rows = await db
    .selectFrom("subscription_orders as due")
    .leftJoin("subscriptions", "subscriptions.id", "due.subscription_id")
    .select(["seq", "due.driver", "what", "ordered_at", "tries", "order_id", "due.subscription_id"])
    .select(({ fn }) => fn.coalesce("due.reference", "subscriptions.reference").as("reference"))
    .where("due.state", "=", "due")
    .where("ordered_at", "<=", now - PATIENCE_MS)
    .orderBy("ordered_at")
    .limit(MOST_OF_A_KIND)
    .execute();
  return rows.map(({ seq, driver, what, ordered_at, tries, order_id, subscription_id, reference }) => ({
    ...NOTHING,
    kind: "renewal",
    id: subscription_id ?? reference ?? String(seq),
    orderId: order_id,
    since: ordered_at,
    what: `${driver} has not done ${what}, after ${tries} tries`,
    help: `do it for ${reference ?? "it"} in the provider's dashboard; it is tried until it is so`,
  }));
}

/** Until they are compared: it is tried by itself, and a person has to know that it is not known. */
export async function daysNotCompared(db: Db, now: number): Promise<ForAPerson[]> {
  const rows = db.selectFrom("reconciliations").selectAll().where("state", "=", "due");
  const late = rows
    .where("complete_at", "<=", now - PATIENCE_MS)
    .orderBy("day")
    .limit(MOST_OF_A_KIND);
  return (await late.execute()).map(({ driver, day, complete_at, problem }) => ({
    ...NOTHING,
    kind: "not compared",
    id: `${driver} ${day}`,
    since: complete_at,
    what: `are the books of ${driver} on ${day}: ${problem ?? "they were not asked for yet"}`,
    help: `reconcile ${day} tries now; it is tried by itself until it is done`,
  }));
}

/** Until it is compared again without a difference. */
export async function daysThatDiffer(db: Db): Promise<ForAPerson[]> {
  const rows = db.selectFrom("reconciliations").selectAll().where("differences", ">", 0);
  return (await rows.orderBy("day").limit(MOST_OF_A_KIND).execute()).map(
    ({ driver, day, differences, compared_at, complete_at }) => ({
      ...NOTHING,
      kind: "difference",
      id: `${driver} ${day}`,
      since: compared_at ?? complete_at,
      what: `${differences} between us and the books of ${driver} on ${day}`,
      help: `reconcile ${day} tells them; what was put right is none any more`,
    }),
  );
}
