import { type Call, givenBack, type RefundOrder, type RefundStanding } from "../driver";
import { everyItem } from "../pages";
import { listOf, type Stripe } from "./api";
import { toStripe } from "./currency";
import { type Charge, dispute, refund } from "./shapes";

const REFUNDS = "/v1/refunds";

/**
 * Stripe forgets a key after 24 hours, but not the refund: its metadata has the key, so that it is found for ever. Stripe's own key is for
 * two that come at the same time. @throws OutcomeUnknown | Refused
 */
export async function giveBack(stripe: Stripe, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const { captureId: charge, key, money, orderId } = order;
  const earlier = await everyItem(listOf(stripe, refund, REFUNDS, { charge }, call));
  const body = { charge, amount: toStripe(money), metadata: { key, order: orderId } };
  const made = earlier.find((one) => one.key === key) ?? (await stripe(refund, { path: REFUNDS, body, key }, call));
  return { refundId: made.id, state: made.state };
}

/** Refunds, and disputes, of a charge. */
export async function takenBack(stripe: Stripe, { fact, returned, disputed }: Charge, call: Call) {
  const list = listOf(stripe, dispute, "/v1/disputes", { charge: fact.captureId }, call);
  const disputes = disputed ? (await everyItem(list)).toReversed() : [];
  const reports = disputes.map(({ id, ...dispute }) => ({ type: "disputed", ...dispute }) as const);
  return [...givenBack(fact.captureId, returned), ...reports];
}
