const STEPS = [2, 3, 5, 10];
const STEADY = 30;

/** After this many checks, about two minutes, the page says that it can be closed. */
export const PATIENCE = 7;

/** Seconds until check number `check` (from 0) is repeated; what the payments API asks for wins. */
export const secondsUntilNext = (check: number, retryAfter: number | null | undefined): number =>
  retryAfter ?? STEPS[check] ?? STEADY;
