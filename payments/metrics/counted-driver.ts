import type { Driver, SubscriptionDriver } from "../drivers/driver";
import { ForgedDelivery, OutcomeUnknown, Refused } from "../drivers/errors";
import { type ProviderCallName, type ProviderCallOutcome, providerCalls, providerSeconds } from "./counters";

type Counted = <T>(call: ProviderCallName, run: () => Promise<T>) => Promise<T>;

/** The same driver, whose calls are counted and timed. */
export function countedDriver(driver: Driver): Driver {
  const counted: Counted = (call, run) => countedCall(driver.code, call, run);
  const { subscriptions } = driver;
  return {
    ...driver,
    open: (opening, call) => counted("open", () => driver.open(opening, call)),
    find: (opening, call) => counted("find", () => driver.find(opening, call)),
    ask: (payment, call) => counted("ask", () => driver.ask(payment, call)),
    close: (payment, call) => counted("close", () => driver.close(payment, call)),
    hear: (delivery, call) => counted("hear", () => driver.hear(delivery, call)),
    refund: (refund, call) => counted("refund", () => driver.refund(refund, call)),
    ...(subscriptions && { subscriptions: countedSubscriptions(subscriptions, counted) }),
  };
}

function countedSubscriptions(driver: SubscriptionDriver, counted: Counted): SubscriptionDriver {
  const { resume, cardPage } = driver;
  return {
    ...driver,
    ask: (reference, call) => counted("ask_subscription", () => driver.ask(reference, call)),
    cancelAtEnd: (reference, call) => counted("cancel_subscription", () => driver.cancelAtEnd(reference, call)),
    endNow: (reference, call) => counted("end_subscription", () => driver.endNow(reference, call)),
    ...(resume && { resume: (reference, call) => counted("resume_subscription", () => resume(reference, call)) }),
    ...(cardPage && { cardPage: (reference, call) => counted("card_page", () => cardPage(reference, call)) }),
  };
}

async function countedCall<T>(driver: Driver["code"], call: ProviderCallName, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const end = (outcome: ProviderCallOutcome) => {
    providerCalls.add({ driver, call, outcome });
    providerSeconds.observe({ driver, call }, (performance.now() - startedAt) / 1_000);
  };
  try {
    const answer = await run();
    end("ok");
    return answer;
  } catch (error) {
    end(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): ProviderCallOutcome {
  if (error instanceof OutcomeUnknown) return "unknown";
  if (error instanceof ForgedDelivery) return "forged";
  return error instanceof Refused ? "refused" : "failed";
}
