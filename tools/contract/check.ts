import type { Target } from "./client";

/**
 * How much it weighs where a check is not so. `dangerous`: money, other people's data, or where a buyer is led. `essential`: nothing can
 * be sold. Both fail the run. `sale`: some buyers cannot pay, or are not told that they have. `nice`: a page says less.
 */
export const WEIGHTS = ["dangerous", "essential", "sale", "nice"] as const;
export type Weight = (typeof WEIGHTS)[number];

/** One thing a payments API does, whoever wrote it. `run` throws where it does not, and `Unseen` where that could not be tried. */
export interface Check {
  name: string;
  weight: Weight;
  /** What happens where it is not so; of what is dangerous also what the API has to answer. */
  lost: string;
  run(target: Target): Promise<void>;
}

/** The same checks with a weight and a loss that they share. */
export const losing = (weight: Weight, lost: string, checks: readonly Pick<Check, "name" | "run">[]): Check[] =>
  checks.map(({ name, run }) => ({ name, weight, lost, run }));
