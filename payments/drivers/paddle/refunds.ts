import type { Call, RefundOrder, RefundStanding } from "../driver";
import { Refused } from "../errors";
import { meanings } from "../meanings";
import { entity, type Paddle } from "./api";
import { fetchTransaction } from "./ask";
import { adjustment, type Transaction, toPaddle } from "./shapes";

export const ADJUSTMENTS = "/adjustments";

/** Paddle decides about most of them some time later. */
const STATES = meanings({ done: "approved", failed: "rejected reversed" });

/** Paddle knows no keys: ours is a part of the reason, by which an earlier refund is found. @throws OutcomeUnknown | Refused */
export async function giveBack(paddle: Paddle, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const { captureId: transaction_id, key, orderId } = order;
  const reason = `${orderId}: ${key}`;
  const found = await fetchTransaction(paddle, transaction_id, call);
  const earlier = found.adjustments.find((one) => one.action === "refund" && one.reason === reason);
  const body = () => ({ action: "refund", transaction_id, reason, ...partsOf(found, toPaddle(order.money)) });
  const made = earlier ?? (await paddle(entity(adjustment), { path: ADJUSTMENTS, body: body() }, call)).data;
  return { refundId: made.id, state: STATES.get(made.status) ?? "pending" };
}

/** Of which items an amount is given back. @throws Refused where that much is not left */
function partsOf({ lines, adjustments, fact }: Transaction, amount: number) {
  const refunds = adjustments.filter(({ action, status }) => action === "refund" && status !== "rejected");
  if (refunds.length === 0 && amount === toPaddle(fact.paid)) return { type: "full" };
  const gone = refunds.flatMap(({ items }) => items);
  let rest = amount;
  const items = lines.flatMap(({ id: item_id, total }) => {
    const left = gone.reduce((sum, one) => (one.item_id === item_id ? sum - one.totals.total : sum), total);
    const part = Math.min(left, rest);
    rest -= part;
    return part > 0 ? [{ item_id, type: "partial", amount: String(part) }] : [];
  });
  if (rest > 0) throw new Refused("Paddle: more than what is left would go back", "above_remaining");
  return { type: "partial", items };
}
