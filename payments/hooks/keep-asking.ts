import type { Context } from "../context";
import { askUnrung, type Unheard, unheardDrivers } from "../reconcile/ask-unrung";
import { inRounds, inRoundsApart } from "../rounds";
import { forgetHooks, ringingDrivers, workHooks } from "./queue";

const ROUND_MS = 500;
const FORGET_MS = 60_000;

/** Asks providers about what rang, and about what should have. @returns a function that stops it and waits for the running round */
export function keepAsking(context: Context): () => Promise<void> {
  const onError = (error: unknown) => context.log.error({ err: error }, "payments: asking providers failed");
  // What rings does not wait for what nobody rang for, and no provider for another one that does not answer.
  const ringing = { find: () => ringingDrivers(context), work: (driver: string) => workHooks(context, driver) };
  const unheard = { find: () => unheardDrivers(context), work: (driver: Unheard) => askUnrung(context, driver) };
  const stops = [
    inRoundsApart("webhooks", ROUND_MS, ringing, onError),
    inRoundsApart("unheard", ROUND_MS, unheard, onError),
    inRounds("webhooks", FORGET_MS, () => forgetHooks(context), onError),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
