import { onTestFinished, vi } from "vitest";
import { createLog } from "~/create-log.server";
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

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

/** The lines of the app's log while the test runs, of every level, as they would be written. */
export function readLog(): string[] {
  const lines: string[] = [];
  const written = createLog("trace", { write: (line) => void lines.push(line) });
  for (const level of LEVELS) {
    const spy = vi.spyOn(log, level).mockImplementation((facts: unknown, message?: string) => {
      if (typeof facts === "object") written[level](facts, message);
      else written[level](String(facts));
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}
