import type { Context } from "../context";
import { askUnrung } from "../reconcile/ask-unrung";
import { inRounds } from "../rounds";
import { forgetHooks, workHooks } from "./queue";

const ROUND_MS = 500;
const FORGET_MS = 60_000;

/** Asks providers about what rang, and about what should have. @returns a function that stops it and waits for the running round */
export function keepAsking(context: Context): () => Promise<void> {
  const onError = (error: unknown) => context.log.error({ err: error }, "payments: asking providers failed");
  // No provider waits for another one that does not answer, and what rings for nothing that nobody rang for.
  const codes = [...context.drivers.values()].map(({ code }) => code);
  const stops = [...codes, undefined].flatMap((driver) => [
    inRounds("webhooks", ROUND_MS, () => workHooks(context, driver), onError),
    inRounds("unheard", ROUND_MS, () => askUnrung(context, driver), onError),
  ]);
  stops.push(inRounds("webhooks", FORGET_MS, () => forgetHooks(context), onError));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
