import type { Context } from "../../context";
import { callFor, driverFor } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import type { AttemptRow } from "../tables";

/**
 * Tells a provider that nothing more is to be paid on the page of an attempt.
 * @returns "unknown" where it did not answer, or would not: endAbandoned tries again
 */
export async function closePayment(context: Context, attempt: AttemptRow): Promise<"closed" | "paid" | "unknown"> {
  const { id: attemptId, reference } = attempt;
  try {
    const closed = await driverFor(context, attempt).close({ attemptId, reference }, callFor(context));
    await context.db.updateTable("attempts").set({ closed_at: context.now() }).where("id", "=", attemptId).execute();
    return closed;
  } catch (error) {
    if (!(error instanceof OutcomeUnknown || error instanceof Refused)) throw error;
    const { provider } = attempt;
    context.log.warn({ provider, attempt: attemptId, reason: error.message }, "payments: a page could not be closed");
    return "unknown";
  }
}
