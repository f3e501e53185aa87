import type { Call, RefundOrder, RefundStanding } from "../driver";
import { everyItem } from "../pages";
import { pageReader, type Stripe } from "./api";
import { toStripe } from "./currency";
import { refund } from "./shapes";

const REFUNDS = "/v1/refunds";

/**
 * Stripe forgets a key after 24 hours, but not the refund: its metadata has the key, so that it is found for ever. Stripe's own key is for
 * two that come at the same time. @throws OutcomeUnknown | Refused
 */
export async function giveBack(stripe: Stripe, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const { captureId, key, money, orderId } = order;
  const list = { path: REFUNDS, query: { charge: captureId } };
  const earlier = await everyItem(pageReader(stripe, refund, list, call));
  const body = { charge: captureId, amount: toStripe(money), metadata: { key, order: orderId } };
  const { id, status } =
    earlier.find(({ metadata }) => metadata?.key === key) ??
    (await stripe(refund, { method: "POST", path: REFUNDS, body, key }, call));
  return { refundId: id, state: status === "succeeded" ? "done" : isOver(status) ? "failed" : "pending" };
}

const isOver = (status: string | null | undefined): boolean => status === "failed" || status === "canceled";
