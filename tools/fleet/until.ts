import { setTimeout } from "node:timers/promises";

const LOOK_EVERY_MS = 25;

/**
 * Waits for something to come true, and looks every now and then whether it has. A look that throws has not found it.
 * @throws when it takes too long, with what was waited for
 */
export async function until(what: string, look: () => Promise<boolean> | boolean, patienceMs = 60_000): Promise<void> {
  const end = performance.now() + patienceMs;
  let last: unknown;
  while (performance.now() < end) {
    const found = await Promise.resolve()
      .then(look)
      .catch((error: unknown) => {
        last = error;
        return false;
      });
    if (found) return;
    await setTimeout(LOOK_EVERY_MS);
  }
  const reason = last instanceof Error ? `: ${last.message}` : "";
  throw new Error(`waited ${patienceMs / 1_000} s in vain until ${what}${reason}`);
}
