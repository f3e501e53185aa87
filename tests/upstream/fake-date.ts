import { afterEach, beforeEach, vi } from "vitest";
import { forgetUpstream } from "../mocks/forget-upstream";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Gives every test of the file a clock of its own and an empty memory of the payments API. Returns what lets time pass. */
export function withFakeDate(): (ms: number) => void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    forgetUpstream();
  });
  return (ms) => vi.setSystemTime(Date.now() + ms);
}
