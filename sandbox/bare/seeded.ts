import { createHash } from "node:crypto";

/** Chance that is the same every time for the same seed and subject. */
export interface Chance {
  /** A whole number from 0 on that is less than the end. */
  below(end: number): number;
  /** One of the choices. */
  pick<T>(choices: readonly T[]): T;
  /** True with a probability of 1/times. */
  oneIn(times: number): boolean;
}

/** @param subject what is chosen, so that each subject has its own choices */
export function chanceFor(seed: number, subject: string): Chance {
  let drawn = 0;
  const below = (end: number) => {
    drawn += 1;
    const digest = createHash("sha256").update(`${seed} ${subject} ${drawn}`).digest();
    return digest.readUInt32BE() % end;
  };
  return {
    below,
    pick: (choices) => {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new Error("There is nothing to choose from");
      return chosen;
    },
    oneIn: (times) => below(times) === 0,
  };
}
