import type { Context } from "../../context";
import { renewalFailedLetter } from "../../mail/subscription-letters";
import type { Tx } from "../../store/database";
import type { SubscriptionRow } from "../tables";
import { writeToOwner } from "../write-to-owner";

/** The next period could not be charged: its owner is asked for another way to pay. What is paid runs on. */
export async function failRenewal(context: Context, tx: Tx, row: SubscriptionRow): Promise<void> {
  const failed_at = context.now();
  await tx.updateTable("subscriptions").set({ state: "past_due", failed_at }).where("id", "=", row.id).execute();
  await writeToOwner(context, tx, row, { page: "renewal", opens: "contract" }, renewalFailedLetter);
}
