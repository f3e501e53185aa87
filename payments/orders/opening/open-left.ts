import type { Context } from "../../context";
import { CALL_MS } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import type { AttemptRow } from "../tables";
import { openAtProvider } from "./open-at-provider";

/** Whether `openLeft` is to be asked. */
export const mayBeLeft = ({ state, created_at }: AttemptRow, now: number): boolean =>
  state === "created" && created_at <= now - CALL_MS;

/**
 * Opens the page of a live order's attempt that nobody has opened: its process died, or the provider gave no answer. Without it the buyer
 * who waits, or orders anew, would have nowhere to pay until the order expires. Until its call must be over, whoever made the attempt may
 * still open it.
 */
export async function openLeft(context: Context, orderId: string): Promise<void> {
  const now = context.now();
  const left = await context.db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .selectAll("attempts")
    .where("order_id", "=", orderId)
    .where("orders.state", "=", "paying")
    .where("orders.expires_at", ">", now)
    .where("attempts.state", "=", "created")
    .where("attempts.created_at", "<=", now - CALL_MS)
    .executeTakeFirst();
  if (left === undefined) return;
  await openAtProvider(context, left, false).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown || error instanceof Refused)) throw error;
    const facts = { provider: left.provider, attempt: left.id, reason: error.message };
    context.log.warn(facts, "payments: a page that nobody had opened could not be opened");
  });
}
