import type { Call, RefundOrder, RefundStanding } from "../driver";
import type { StripeClient } from "./client";
import { toStripe } from "./currency";
import { refund } from "./shapes";

const REFUNDS = "/v1/refunds";

/**
 * Stripe forgets a key after 24 hours, but not the refund: its metadata has the key, so that it is found for ever. Stripe's own key is for
 * two that come at the same time. @throws OutcomeUnknown | Refused
 */
export async function giveBack(client: StripeClient, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const { captureId, key, money, orderId } = order;
  const earlier = await client.list(refund, REFUNDS, { charge: captureId }, call);
  const found = earlier.find(({ metadata }) => metadata?.key === key);
  if (found !== undefined) return standingOf(found);
  const form = { charge: captureId, amount: toStripe(money), metadata: { key, order: orderId } };
  return standingOf(await client.post(refund, REFUNDS, form, call, key));
}

const standingOf = ({ id, status }: { id: string; status?: string | null }): RefundStanding => ({
  refundId: id,
  state: status === "succeeded" ? "done" : isOver(status) ? "failed" : "pending",
});

const isOver = (status: string | null | undefined): boolean => status === "failed" || status === "canceled";
