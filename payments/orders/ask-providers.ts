import type { Context } from "../context";
import type { PaymentStanding } from "../drivers/driver";
import { callFor, driverFor } from "../drivers/driver-call";
import { OutcomeUnknown } from "../drivers/errors";
import type { AttemptRow } from "./tables";

/** What a provider says of one attempt. */
export interface AskedAttempt {
  attempt: AttemptRow;
  standing: PaymentStanding;
}

interface AskedProviders {
  asked: AskedAttempt[];
  /** Why others could not be asked at all. */
  failures: unknown[];
}

/**
 * Asks the providers about an order's attempts, outside any transaction. One that does not answer is left out: it is asked again.
 * What was never opened there, and what a provider has said its last word about, is not asked for.
 */
export async function askProviders(context: Context, orderId: string): Promise<AskedProviders> {
  const attempts = await context.db
    .selectFrom("attempts")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "!=", "created")
    .where("settled_at", "is", null)
    .orderBy("position")
    .execute();
  const settled = await Promise.allSettled(attempts.map((attempt) => askAbout(context, attempt)));
  return {
    asked: settled.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : [])),
    failures: settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])),
  };
}

async function askAbout(context: Context, attempt: AttemptRow): Promise<AskedAttempt | undefined> {
  if (attempt.provider === null || !context.drivers.has(attempt.provider)) return undefined;
  try {
    return await askAttempt(context, attempt);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const facts = { provider: attempt.provider, attempt: attempt.id, reason: error.message };
    context.log.warn(facts, "payments: the provider did not say how a payment stands");
    return undefined;
  }
}

/** @throws OutcomeUnknown | Error where its provider is not set up any more */
export async function askAttempt(context: Context, attempt: AttemptRow): Promise<AskedAttempt> {
  const { id: attemptId, reference, state } = attempt;
  // What the buyer has given up is not taken, even if they approved it meanwhile.
  const mayCapture = state !== "abandoned" && state !== "declined";
  const driver = driverFor(context, attempt);
  return { attempt, standing: await driver.ask({ attemptId, reference }, { ...callFor(context), mayCapture }) };
}
