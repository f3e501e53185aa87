import { affiliatePayload } from "~/upstream/contract/purchase-result";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";

/** Writes what would be reported to an affiliate network of an order that is being granted. An order has one conversion at most. */
export async function keepConversion(tx: Tx, stored: StoredOrder, at: number): Promise<void> {
  const paid = paidAttempt(stored);
  if (!paid) return;
  const { id: order_id, plan_id, country_code, attribution, front_id } = stored.row;
  const { provider, amount, currency } = paid;
  const sent = attribution === null ? undefined : affiliatePayload.parse(JSON.parse(attribution));
  const order = { order_id, plan_id, provider, amount, currency, country_code, front_id };
  await tx
    .insertInto("conversions")
    .values({ ...order, network: sent?.type ?? null, click: sent?.cookie ?? null, at, refunded_at: null })
    .execute();
}
