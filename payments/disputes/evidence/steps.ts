import { recordedEvent } from "../../orders/recorded-event";
import type { Db, Tx } from "../../store/database";
import { timeOf } from "../../time";

/** The words for the types of an order's history. */
const STEPS: Readonly<Record<string, string>> = {
  attempt_started: "the buyer pressed the button that orders",
  nothing_due: "the buyer pressed the button that orders; nothing was due",
  sent: "the buyer was led to the payment provider's page",
  action_required: "the provider asked the buyer to confirm the payment (such as by 3-D Secure)",
  processing: "the provider began to process the payment",
  abandoned: "the payment was given up",
  declined: "the payment was declined",
  captured: "the provider reported that it was paid",
  granted: "access began, and the receipt was written",
  refunded: "the order was refunded",
  time_over: "the order expired unpaid",
  superseded: "another order took its place",
};

/** When each thing happened, as it was written down then. */
export async function stepsOf(db: Db | Tx, orderId: string) {
  const order = await db.selectFrom("orders").select("created_at").where("id", "=", orderId).executeTakeFirstOrThrow();
  const events = db.selectFrom("events").selectAll().where("order_id", "=", orderId);
  const steps = (await events.orderBy("seq").execute()).map(({ at, type, attempt_id, detail }) => ({
    at: timeOf(at),
    what: STEPS[type] ?? type,
    attempt: attempt_id,
    because: declineIn(detail),
  }));
  const first = { at: timeOf(order.created_at), what: "the form was sent, and the order opened" };
  return [{ ...first, attempt: null, because: null }, ...steps];
}

function declineIn(detail: string): string | null {
  const read = recordedEvent.safeParse(JSON.parse(detail));
  if (!read.success || read.data.event.type !== "reported") return null;
  const { report } = read.data.event;
  return report.type === "declined" ? report.bucket : null;
}
