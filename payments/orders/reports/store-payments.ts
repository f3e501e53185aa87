import { sql } from "kysely";
import { soldIn, soldTax, soldUntil } from "../../catalogue/sold";
import type { Context } from "../../context";
import type { Tx } from "../../store/database";
import { noteRefund, noteRenewal, noteSale, type Paid } from "../../store-reports/payments";
import { buyerPlace } from "../buyer-place";

const MOST_AT_ONCE = 100;

/**
 * Notes for the app stores what was paid and given back of orders whose buyers came with a token. It is found in the orders as they are, so
 * nothing is missed that a process left when it died; and each is noted once.
 */
export const noteStorePayments = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await noteSales(tx, now());
    // Few operators sell to an app's users: nobody else's renewals are looked through.
    if (!(await hasSale(tx))) return;
    await noteRenewals(tx, now());
    for (const { event, total } of [...(await refundedSales(tx)), ...(await refundedRenewals(tx))])
      await noteRefund(tx, event, total, now());
  });

/**
 * Granted orders that were not looked at yet, with the token of the paid attempt, or else of the last one before it that came with one. Most
 * have none: each is looked at once, so that a round costs what is new and not what was ever sold.
 */
async function noteSales(tx: Tx, now: number): Promise<void> {
  const granted = await unseenGrants(tx);
  if (granted.length === 0) return;
  const rows = await tx
    .selectFrom("grants")
    .innerJoin("attempts as came", "came.order_id", "grants.order_id")
    .innerJoin("attempt_tokens", "attempt_tokens.attempt_id", "came.id")
    .innerJoin("store_tokens", "store_tokens.id", "attempt_tokens.token_id")
    .innerJoin("attempts as paid", "paid.id", "grants.attempt_id")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .select(["orders.id as order_id", "plan_id", "country_code", "time_zone", "grants.starts_at as at"])
    .select("attempt_tokens.token_id")
    .select(["paid.amount", "paid.currency", "paid.renewal_amount", "paid.trial_days", "paid.sold"])
    .where("grants.order_id", "in", granted)
    .where("store_tokens.origin", "!=", "unreadable")
    .whereRef("came.position", "<=", "paid.position")
    .orderBy("grants.starts_at")
    .orderBy("orders.id")
    .orderBy("came.position", "desc")
    .execute();
  await tx.updateTable("grants").set({ seen_for_stores: 1 }).where("order_id", "in", granted).execute();
  const firstOfEach = rows.filter(({ order_id }, at) => order_id !== rows[at - 1]?.order_id);
  for (const row of firstOfEach) {
    const { order_id: id, token_id: tokenId } = row;
    await noteSale(tx, { id, orderId: id, tokenId, paid: paymentOf(row, firstPeriod(row)) }, now);
  }
}

const hasSale = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom("store_reports").select("seq").limit(1).executeTakeFirst()) !== undefined;

async function unseenGrants(tx: Tx): Promise<string[]> {
  const unseen = tx.selectFrom("grants").select("order_id").where("seen_for_stores", "=", 0);
  return (await unseen.limit(MOST_AT_ONCE).execute()).map(({ order_id }) => order_id);
}

interface FirstPayment {
  sold: string;
  country_code: string;
  time_zone: string | null;
  at: number;
  trial_days: number | null;
  renewal_amount: number | null;
}

/** What renews is a subscription; a later renewal moves the end of what was granted, so that is computed. */
function firstPeriod({ at, trial_days: trialDays, renewal_amount, ...order }: FirstPayment): Paid["period"] {
  if (renewal_amount === null) return undefined;
  return { starts_at: at, ends_at: soldUntil(at, { sold: soldIn(order), trialDays, place: buyerPlace(order) }) };
}

interface Payment {
  plan_id: string;
  sold: string;
  country_code: string;
  amount: number;
  currency: string;
  at: number;
}

function paymentOf({ plan_id: product, country_code: country, ...payment }: Payment, period: Paid["period"]): Paid {
  const { amount, currency, at } = payment;
  const tax = soldTax(soldIn(payment), amount, currency)?.amount ?? 0;
  return { product, gross: String(amount), tax: String(tax), currency, country, at, period };
}

/** Renewals of orders whose sale was noted. */
async function noteRenewals(tx: Tx, now: number): Promise<void> {
  const charges = await tx
    .selectFrom("store_reports as sale")
    .innerJoin("subscriptions", "subscriptions.order_id", "sale.order_id")
    .innerJoin("orders", "orders.id", "sale.order_id")
    .innerJoin("subscription_charges as charge", "charge.subscription_id", "subscriptions.id")
    .leftJoin("store_reports as known", (join) => join.on("known.event", "=", sql<string>`'renewal:' || charge.id`))
    .select(["charge.id", "charge.amount", "charge.currency", "charge.starts_at", "charge.ends_at", "charge.at"])
    .select(["orders.id as order_id", "orders.plan_id", "orders.country_code", "subscriptions.sold"])
    .where("sale.kind", "=", "sale")
    .where("known.seq", "is", null)
    .orderBy("charge.at")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { starts_at, ends_at, ...charge } of charges) {
    const paid = paymentOf(charge, { starts_at, ends_at });
    await noteRenewal(tx, { id: charge.id, orderId: charge.order_id, paid }, now);
  }
}

/** Payments of which more went back than was noted, with all that did. */
const refundedSales = (tx: Tx) =>
  tx
    .selectFrom("store_reports as sale")
    .innerJoin("orders", "orders.id", "sale.order_id")
    .innerJoin("grants", "grants.order_id", "orders.id")
    .innerJoin("captures", (join) =>
      join.onRef("captures.order_id", "=", "orders.id").onRef("captures.attempt_id", "=", "grants.attempt_id"),
    )
    .select(["sale.event", "captures.amount as total"])
    .where("sale.kind", "=", "sale")
    .where("orders.state", "=", "refunded")
    .whereRef("captures.amount", ">", "sale.given_back")
    .execute();

const refundedRenewals = (tx: Tx) =>
  tx
    .selectFrom("subscription_charges as charge")
    .innerJoin("store_reports as renewal", (join) =>
      join.on("renewal.event", "=", sql<string>`'renewal:' || charge.id`),
    )
    .select("renewal.event")
    .select(({ eb, ref }) =>
      eb
        .case()
        .when("charge.state", "=", "refunded")
        .then(ref("charge.amount"))
        .else(ref("charge.given_back"))
        .end()
        .as("total"),
    )
    // In words, as the index of what went back has it.
    .where(sql<boolean>`(charge.state = 'refunded' or charge.given_back > 0)`)
    .where((eb) =>
      eb.or([
        eb("charge.given_back", ">", eb.ref("renewal.given_back")),
        eb.and([eb("charge.state", "=", "refunded"), eb("charge.amount", ">", eb.ref("renewal.given_back"))]),
      ]),
    )
    .execute();
