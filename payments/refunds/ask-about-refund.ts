import { inSale } from "../catalogue/sale";
import type { Context } from "../context";
import { callFor } from "../drivers/driver-call";
import { syncAttempt } from "../orders/advance";
import { subscriptionsAt } from "../subscriptions/provider/subscriptions-at";
import { noteMoneyBack } from "./note-money-back";
import type { Refund } from "./tables";
import { attemptOf, takenById } from "./taken";

/** Asks what its provider says of the money that a refund is about. @throws OutcomeUnknown */
export async function askAboutRefund(
  context: Context,
  { capture_id, order_id: orderId, driver }: Refund,
): Promise<void> {
  const taken = await takenById(context.db, capture_id);
  const attempt = taken && (await attemptOf(context.db, taken));
  if (!taken || !attempt) return;
  if (taken.kind === "capture") {
    await syncAttempt(context, attempt);
    return;
  }
  const subscription = await context.db
    .selectFrom("subscriptions")
    .select(["driver", "reference"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (subscription?.reference == null || subscription.driver !== driver) return;
  const { reports } = await subscriptionsAt(context, driver).ask(subscription.reference, callFor(context));
  await inSale(context, (sale) => noteMoneyBack(sale, { driver, orderId }, reports));
}
