import { buyerOf, orderIdsOf } from "../orders/buying/buyer";
import type { Db, Tx } from "../store/database";
import { loadOrder } from "../store/orders";
import { timeOf } from "../time";
import { accessOf, appUseOf } from "./evidence/access";
import { agreedTerms, buyerFacts, soldFacts } from "./evidence/contract";
import { lettersOf, receiptsOf } from "./evidence/letters";
import { declaredEnds, earlierPayments, paymentsOf, refundsOf } from "./evidence/payments";
import { stepsOf } from "./evidence/steps";

/** All that a merchant can show a buyer's bank of an order. Times are ISO 8601 in UTC, amounts major units. */
export type Evidence = NonNullable<Awaited<ReturnType<typeof gatherEvidence>>>;

/**
 * Gathers what is stored of an order, as it is: addresses are not masked, so it is for the bank and for nobody else. What opens anything
 * is left out of letters. @returns undefined where there is no such order
 */
export async function gatherEvidence(db: Db | Tx, orderId: string, now: number) {
  const stored = await loadOrder(db, orderId);
  if (stored === undefined) return undefined;
  const { row } = stored;
  const orders = await orderIdsOf(db, buyerOf(row));
  const payments = await paymentsOf(db, [orderId]);
  return {
    gathered_at: timeOf(now),
    order_id: orderId,
    state: row.state,
    buyer: await buyerFacts(db, stored),
    sold: soldFacts(stored),
    agreed: agreedTerms(stored),
    steps: await stepsOf(db, orderId),
    payments,
    disputes: await disputesOf(db, orderId),
    receipts: await receiptsOf(db, orderId),
    access: await accessOf(db, orderId),
    opened_in_app: await appUseOf(db, orderId),
    letters: await lettersOf(db, orderId),
    declared: await declaredEnds(db, row),
    refunds: await refundsOf(db, orderId),
    earlier_payments: await earlierPayments(db, orders, orderId),
  };
}

async function disputesOf(db: Db | Tx, orderId: string) {
  const rows = db.selectFrom("disputes").selectAll().where("order_id", "=", orderId);
  return (await rows.orderBy("noted_at").execute()).map(
    ({ id, capture_id, state, amount, currency, reason, noted_at, evidence_by }) => ({
      id,
      payment: capture_id,
      state,
      amount,
      currency,
      reason,
      noted_at: timeOf(noted_at),
      evidence_until: evidence_by === null ? null : timeOf(evidence_by),
    }),
  );
}
