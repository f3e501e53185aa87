import { onTestFinished, vi } from "vitest";
import { log } from "~/log.server";

/** What is logged at a level while the test runs, entry by entry. */
export function watchLog(level: "error" | "warn"): { message: unknown }[] {
  const entries: { message: unknown }[] = [];
  const spy = vi.spyOn(log, level).mockImplementation((facts: unknown, message?: string) => {
    entries.push({ ...(typeof facts === "object" ? facts : {}), message: message ?? facts });
  });
  onTestFinished(() => spy.mockRestore());
  return entries;
}
