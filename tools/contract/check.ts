import type { Target } from "./client";

/** One thing a payments API does, whoever wrote it. `run` throws where it does not, and `Unseen` where that cannot be told. */
export interface Check {
  name: string;
  run(target: Target): Promise<void>;
  /** What the site and its buyers do without where this is not so. Missing: nothing can be sold without it. */
  lost?: string;
}

/** What a check is about does not show at this API; the message says why. */
export class Unseen extends Error {}

/** The same checks as things an API may leave out. */
export const losing = (lost: string, checks: readonly Check[]): Check[] => checks.map((check) => ({ lost, ...check }));
