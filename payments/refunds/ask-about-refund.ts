import type { Context } from "../context";
import { callFor } from "../drivers/driver-call";
import { syncAttempt } from "../orders/advance";
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
  const renewing = context.drivers.get(driver)?.subscriptions;
  if (!renewing || attempt.subscription_reference === null) return;
  const { reports } = await renewing.ask(attempt.subscription_reference, callFor(context));
  await context.db.transaction().execute((tx) => noteMoneyBack(tx, { driver, orderId }, reports, context.now()));
}
