import type { Call, Movement, RefundOrder, RefundStanding } from "../driver";
import type { StripeClient } from "./client";
import { fromStripe, toStripe } from "./currency";
import { charge, dispute, refund } from "./shapes";

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

/** @throws OutcomeUnknown */
export async function movements(client: StripeClient, time: { from: number; to: number }, call: Call) {
  const created = { gte: Math.ceil(time.from / 1000), lt: Math.ceil(time.to / 1000) };
  const [charges, refunds, disputes] = await Promise.all([
    client.list(charge, "/v1/charges", { created }, call),
    client.list(refund, REFUNDS, { created }, call),
    client.list(dispute, "/v1/disputes", { created }, call),
  ]);
  const taken = charges.filter(({ paid, captured }) => paid && captured);
  const given = refunds.filter(({ status }) => !isOver(status));
  return [
    ...taken.map((one) => line("capture", one.id, { ...one, amount: one.amount_captured })),
    ...given.map((one) => line("refund", one.charge ?? "", one)),
    ...disputes.map((one) => line("dispute", one.charge, one)),
  ];
}

interface Moved {
  amount: number;
  currency: string;
  created: number;
}

const line = (kind: Movement["kind"], captureId: string, { amount, currency, created }: Moved): Movement => ({
  kind,
  captureId,
  money: fromStripe(amount, currency),
  at: created * 1000,
});
