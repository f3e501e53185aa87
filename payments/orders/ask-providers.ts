import type { Context } from "../context";
import type { PaymentStanding } from "../drivers/driver";
import { callFor, driverFor } from "../drivers/driver-call";
import { OutcomeUnknown } from "../drivers/errors";
import type { Db } from "../store/database";
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

/** The attempts of an order of which a provider has not said its last word, and when it took what was kept. */
export const unsettledAttempts = (db: Db, orderId: string) =>
  db
    .selectFrom("attempts")
    .leftJoin("captures", (join) =>
      join
        .onRef("captures.order_id", "=", "attempts.order_id")
        .onRef("captures.attempt_id", "=", "attempts.id")
        .on("captures.state", "=", "kept"),
    )
    .selectAll("attempts")
    .select("taken_at")
    .where("attempts.order_id", "=", orderId)
    .where("settled_at", "is", null)
    .orderBy("position")
    .execute();

/** What a provider took so lately is as it said: its buyer still looks, and what changes meanwhile rings. */
const JUST_PAID_MS = 60_000;

export function isJustPaid(attempt: AttemptRow & { taken_at: number | null }, now: number): boolean {
  const { taken_at, renewal_amount, resumes, subscription_reference } = attempt;
  // A subscription that the provider renews may become known later than its payment.
  const isComplete = renewal_amount === null || resumes === null || subscription_reference !== null;
  return taken_at !== null && taken_at > now - JUST_PAID_MS && isComplete;
}

/**
 * Asks the providers about attempts, outside any transaction. One that does not answer is left out: it is asked again. What was never opened
 * there is not asked for.
 */
export async function askProviders(context: Context, attempts: readonly AttemptRow[]): Promise<AskedProviders> {
  const opened = attempts.filter(({ state }) => state !== "created");
  const settled = await Promise.allSettled(opened.map((attempt) => askAbout(context, attempt)));
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
