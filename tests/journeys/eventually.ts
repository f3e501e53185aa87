import { vi } from "vitest";

const PATIENCE_MS = 60_000;

/**
 * Looks again until the expectation is met. Journeys travel side by side, and `expect.poll` fails in those that go on
 * when another one has ended.
 */
export const eventually = (look: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
