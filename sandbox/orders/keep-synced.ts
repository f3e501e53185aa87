import type { Context } from "../context";
import { syncAll } from "./settle";

const SYNC_EVERY_MS = 500;

/** Settles what is due every half second, one round at a time. @returns a stop that waits for the round under way. */
export function keepSynced(context: Context): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = syncAll(context)
      .catch((error: unknown) => context.log.error({ err: error }, "sandbox: settling orders failed"))
      .finally(() => {
        isBusy = false;
      });
  }, SYNC_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
