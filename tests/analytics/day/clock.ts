import { vi } from "vitest";

const SECOND = 1_000;

/**
 * From now on it is `start`, in milliseconds, and time passes only when told to. Vitest's own timers look through all that wait
 * for each that is due, which takes too long with the thousands of a busy hour. Ends with `vi.unstubAllGlobals`, `vi.useRealTimers`.
 * @returns lets one second pass, at whose end all is done that was due in it
 */
export function stopTime(start: number): () => void {
  let now = start;
  const dueBy = new Map<number, Set<Timer>>();
  vi.setSystemTime(now);
  vi.stubGlobal("setTimeout", (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const at = Math.max(now + SECOND, Math.ceil((now + ms) / SECOND) * SECOND);
    const others = dueBy.get(at) ?? new Set();
    dueBy.set(at, others);
    return new Timer(() => run(...args), others);
  });
  vi.stubGlobal("clearTimeout", (timer: unknown) => {
    if (timer instanceof Timer) timer.others.delete(timer);
  });
  return () => {
    now += SECOND;
    vi.setSystemTime(now);
    for (const { run } of dueBy.get(now) ?? []) run();
    dueBy.delete(now);
  };
}

class Timer {
  constructor(
    readonly run: () => void,
    /** Those due in the same second. */
    readonly others: Set<Timer>,
  ) {
    others.add(this);
  }

  unref(): this {
    return this;
  }
}
