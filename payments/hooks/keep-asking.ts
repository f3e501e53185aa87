import type { Context } from "../context";
import { askUnrung } from "../reconcile/ask-unrung";
import { inRounds } from "../rounds";
import { workHooks } from "./queue";

const ROUND_MS = 500;

/** Asks providers about what rang, and about what should have. @returns a function that stops it and waits for the running round */
export function keepAsking(context: Context): () => Promise<void> {
  const onError = (error: unknown) => context.log.error({ err: error }, "payments: asking providers failed");
  // What rings does not wait for those who are slow to say what nobody rang for.
  const stops = [
    inRounds("webhooks", ROUND_MS, () => workHooks(context), onError),
    inRounds("unheard", ROUND_MS, () => askUnrung(context), onError),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
