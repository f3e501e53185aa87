import type { Context } from "../context";
import { askUnrung } from "../reconcile/ask-unrung";
import { inRounds, inTurn } from "../rounds";
import { forgetHooks, workHooks } from "./queue";

const ROUND_MS = 500;
/** What is left of providers that are not set up any more, and of events that were worked. */
const LEFT_MS = 5_000;

/** Asks providers about what rang, and about what should have. @returns a function that stops it and waits for the running round */
export function keepAsking(context: Context): () => Promise<void> {
  const onError = (error: unknown) => context.log.error({ err: error }, "payments: asking providers failed");
  // No provider waits for another one that does not answer, and what rings for nothing that nobody rang for.
  const stops = [...context.drivers.values()].flatMap(({ code }) => [
    inRounds("webhooks", ROUND_MS, () => workHooks(context, code), onError),
    inRounds("unheard", ROUND_MS, () => askUnrung(context, code), onError),
  ]);
  const left = [() => workHooks(context), () => askUnrung(context), () => forgetHooks(context)];
  stops.push(inRounds("webhooks", LEFT_MS, () => inTurn(context, left, (step) => step()), onError));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
