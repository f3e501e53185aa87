import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends, or until what it returns is called, a second passes every few milliseconds, so that deadlines come without
 * being waited for. A stopped clock leaves a busy machine all the time it needs.
 */
export function letTimePass(): () => void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const passing = setInterval(() => vi.advanceTimersByTime(1_000), 5);
  const stop = () => clearInterval(passing);
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  return stop;
}
