import { onTestFinished, vi } from "vitest";

type Clock = "Date" | "setTimeout" | "clearTimeout";

/** Until the test ends, time passes only when the test says so: a busy machine has all the time it needs. Without names: the date. */
export function stopClock(toFake: Clock[] = ["Date"], now?: Date): void {
  vi.useFakeTimers({ toFake, now });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
