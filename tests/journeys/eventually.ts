import { vi } from "vitest";

const PATIENCE_MS = 60_000;

/**
 * Looks again until nothing is thrown: the expectation is met, the page can be read. Journeys travel side by side, and `expect.poll` fails in those that go on
 * when another one has ended.
 */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
