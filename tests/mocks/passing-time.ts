import { onTestFinished, vi } from "vitest";

/** Until the test ends a second passes every few milliseconds, so that deadlines come without being waited for. */
export function letTimePass(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const passing = setInterval(() => vi.advanceTimersByTime(1_000), 5);
  onTestFinished(() => {
    clearInterval(passing);
    vi.useRealTimers();
  });
}
