import type { z } from "zod";
import type { liveOrder } from "~/upstream/contract/purchase-result";
import { inSale } from "../catalogue/sale";
import type { Context } from "../context";
import { keyOf } from "../store/idempotency";
import type { StoredOrder } from "../store/orders";
import { mailWayOn } from "../subscriptions/resume-links";
import { timeOf } from "../time";
import { syncForBuyer } from "./advance";
import type { OrderInTheWay } from "./buying/order-to-pay";
import { resultOf } from "./result";

/**
 * What a refused purchase tells of the order under way or done: all of it to the browser that opened that order, to others only
 * how it stands. Its buyer is mailed where it goes on.
 */
export async function orderInTheWay(
  context: Context,
  { orderId, isSameBrowser }: OrderInTheWay,
): Promise<z.input<typeof liveOrder> | undefined> {
  const stored = await syncForBuyer(context, orderId);
  if (!stored) return undefined;
  const idempotency_key = await keyOf(context.db, stored);
  const result = await resultOf(context, stored);
  if (isSameBrowser) return { ...result, ...untilOf(stored), idempotency_key };
  const { order_id, status, order_state } = result;
  return { order_id, idempotency_key, status, order_state, ...untilOf(stored), ...(await wayOnOf(context, stored)) };
}

async function wayOnOf(context: Context, stored: StoredOrder): Promise<{ link_sent?: boolean }> {
  if (stored.row.state !== "paying") return {};
  return { link_sent: await inSale(context, (sale) => mailWayOn(sale, stored)) };
}

/** A payment in progress is waited for however long it takes. */
const untilOf = ({ row, attempts }: StoredOrder) =>
  row.state === "paying" && attempts.at(-1)?.state !== "processing" ? { expires_at: timeOf(row.expires_at) } : {};
