import { onTestFinished, vi } from "vitest";
import { stopClock } from "./stopped-clock";

/**
 * Until the test ends, or until what it returns is called, a second passes every few milliseconds, so that deadlines come without
 * being waited for.
 */
export function letTimePass(): () => void {
  stopClock(["setTimeout", "clearTimeout"]);
  const passing = setInterval(() => vi.advanceTimersByTime(1_000), 5);
  const stop = () => clearInterval(passing);
  onTestFinished(stop);
  return stop;
}
