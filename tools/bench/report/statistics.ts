/** What repeated measurements came to. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

/** @throws where there is none */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const [least, most] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || most === undefined) throw new Error("There is nothing to take the median of");
  return { median: middleOf(sorted), least, most };
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).median;

function middleOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/**
 * How many times as much A is as B, round by round: what was measured in the same round met the same machine, so its ratio
 * holds where the figures themselves drift.
 */
export const ratiosOf = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((value, round) => value / (b[round] ?? Number.NaN));

/** "0.25 (0.2–0.31)": the median, then the least and the most. */
export const ratioText = (ratios: readonly number[]): string => {
  const { median, least, most } = spreadOf(ratios);
  return ratios.length === 1 ? figure(median) : `${figure(median)} (${figure(least)}–${figure(most)})`;
};

/** Three significant digits, and no exponent. */
export const figure = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: false });
