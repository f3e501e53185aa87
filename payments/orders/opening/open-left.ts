import type { Context } from "../../context";
import { CALL_MS } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import type { AttemptRow } from "../tables";
import { openAtProvider } from "./open-at-provider";

/** Nobody has opened its page: its process died, or the provider gave no answer. Until its call must be over, whoever made it may still do so. */
export const isLeft = ({ state, created_at }: AttemptRow, now: number): boolean =>
  state === "created" && created_at <= now - CALL_MS;

/**
 * Opens the page of an attempt that is left, if its order is live. Without it the buyer who waits, or orders anew, would have nowhere to pay
 * until the order expires.
 */
export async function openLeft(context: Context, left: AttemptRow): Promise<void> {
  const order = await context.db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", left.order_id)
    .where("state", "=", "paying")
    .where("expires_at", ">", context.now())
    .executeTakeFirst();
  if (order === undefined) return;
  await openAtProvider(context, left, false).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown || error instanceof Refused)) throw error;
    const facts = { provider: left.provider, attempt: left.id, reason: error.message };
    context.log.warn(facts, "payments: a page that nobody had opened could not be opened");
  });
}
