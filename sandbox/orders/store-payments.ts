import { taxIn, planById } from "../catalogue/plans";
import type { Context } from "../context";
import type { Tx } from "../store/database";
import { type Paid, noteRefund, noteRenewal, noteSale } from "../store-reports/payments";

const DAY_MS = 24 * 60 * 60 * 1_000;
const MOST_AT_ONCE = 100;

/**
 * Notes for the app stores what was paid and given back of orders whose buyers came with a token. It is found in the orders as they are, so
 * nothing is missed that a process left unsaid when it died; and each is noted once.
 */
export const noteStorePayments = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await noteSales(tx, now());
    await noteRenewals(tx, now());
    await noteRefundedOrders(tx, now());
    await noteRefundedCharges(tx, now());
  });

/** Orders that were granted, whose purchase call, or an earlier one, came with a token. */
async function noteSales(tx: Tx, now: number): Promise<void> {
  const sold = await tx
    .selectFrom("attempt_tokens")
    .innerJoin("attempts as came", "came.id", "attempt_tokens.attempt_id")
    .innerJoin("grants", "grants.order_id", "came.order_id")
    .innerJoin("attempts as paid", "paid.id", "grants.attempt_id")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .leftJoin("store_reports", (join) =>
      join.onRef("store_reports.order_id", "=", "grants.order_id").on("store_reports.kind", "=", "sale"),
    )
    .select(["orders.id as order_id", "orders.plan_id", "orders.country_code", "token_id"])
    .select(["paid.amount", "paid.currency", "paid.renewal_amount", "paid.trial_days"])
    .select(["grants.starts_at", "grants.ends_at"])
    .where("store_reports.seq", "is", null)
    .whereRef("came.position", "<=", "paid.position")
    .orderBy("grants.starts_at")
    .orderBy("came.position", "desc")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { order_id, token_id, renewal_amount, trial_days, ...order } of sold) {
    const isSubscription = renewal_amount !== null || trial_days !== null;
    const { starts_at, ends_at } = order;
    const period = isSubscription ? { starts_at, ends_at, paid_days: 0 } : undefined;
    const paid = paidFor(order, { amount: order.amount, at: starts_at, period });
    // Of several tokens that came with an order's attempts the last one counts: it is first here.
    if (paid) await noteSale(tx, { id: order_id, orderId: order_id, tokenId: token_id, paid }, now);
  }
}

type Sold = { plan_id: string; country_code: string; currency: string };

function paidFor(
  { plan_id, country_code, currency }: Sold,
  { amount, at, period }: { amount: number; at: number; period: Paid["period"] },
): Paid | undefined {
  const plan = planById(plan_id);
  const tax = plan && taxIn(plan, country_code, amount);
  return plan && { product: plan.id, gross: String(amount), tax: String(tax?.amount ?? 0), currency, country: country_code, at, period };
}

/** Renewals of orders whose sale was noted. */
async function noteRenewals(tx: Tx, now: number): Promise<void> {
  const charges = await tx
    .selectFrom("subscription_charges as charge")
    .innerJoin("subscriptions", "subscriptions.id", "charge.subscription_id")
    .innerJoin("orders", "orders.id", "subscriptions.order_id")
    .innerJoin("grants", "grants.order_id", "orders.id")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .innerJoin("store_reports as sale", (join) =>
      join.onRef("sale.order_id", "=", "orders.id").on("sale.kind", "=", "sale"),
    )
    .leftJoin("store_reports as known", (join) =>
      join.on("known.event", "=", (eb) => eb.fn<string>("concat", [eb.val("renewal:"), "charge.id"])),
    )
    .selectAll("charge")
    .select(["orders.id as order_id", "orders.plan_id", "orders.country_code", "grants.starts_at as granted_at"])
    .select("attempts.amount as first_amount")
    .where("known.seq", "is", null)
    .orderBy("charge.at")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const charge of charges) {
    const { id, order_id: orderId, starts_at, ends_at } = charge;
    const period = { starts_at, ends_at, paid_days: await paidDays(tx, charge) };
    const paid = paidFor(charge, { amount: charge.amount, at: charge.at, period });
    if (paid) await noteRenewal(tx, { id, orderId, paid }, now);
  }
}
