import type { Driver } from "../drivers/driver";

/**
 * `heard`: stored, and worked later. `repeated`: it was stored before. `forged`: its provider has not signed it, or not now. `unchecked`:
 * nobody could say whether it is genuine. `away`: the database did not take it.
 */
export const HOOK_OUTCOMES = ["heard", "repeated", "forged", "unchecked", "away"] as const;
type HookOutcome = (typeof HOOK_OUTCOMES)[number];

const FORGED_LOGGED_EVERY_MS = 60_000;

/** What this process has heard, by driver's code and outcome. Whoever forges can fill neither the database nor the log. */
export class HookCounts {
  readonly #counts = new Map<Driver["code"], Record<HookOutcome, number>>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(codes: Iterable<Driver["code"]>) {
    for (const code of codes) this.#counts.set(code, { heard: 0, repeated: 0, forged: 0, unchecked: 0, away: 0 });
  }

  add(code: Driver["code"], outcome: HookOutcome): void {
    const counts = this.#counts.get(code);
    if (counts) counts[outcome] += 1;
  }

  /** Whether one that is forged is to be logged now, with all before it. */
  isToBeLogged(now: number): boolean {
    if (now - this.#loggedAt < FORGED_LOGGED_EVERY_MS) return false;
    this.#loggedAt = now;
    return true;
  }

  /** Each driver's code with its counts. */
  all(): [Driver["code"], Readonly<Record<HookOutcome, number>>][] {
    return [...this.#counts];
  }
}
