import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect } from "vitest";

const PROMETHEUS = resolve(import.meta.dirname, "../../deploy/prometheus");

/** Promtool's own tests of the alerts. */
export const ALERT_TESTS = ["alerts.test.yml", "alerts-of-days.test.yml", "payments-alerts.test.yml"];

/** Promtool finds nothing wrong in a file of Prometheus. */
export function expectGood(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: PROMETHEUS, encoding: "utf8" });
  expect([status, status === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
}
