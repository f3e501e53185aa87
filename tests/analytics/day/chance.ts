/** Numbers that look random and are the same for the same seed. */
export interface Chance {
  /** From 0 up to, without, 1. */
  next(): number;
  /** True in so many cases of 1. */
  is(share: number): boolean;
  /** From `least` up to, without, `most`. */
  between(least: number, most: number): number;
  oneOf<T>(first: T, ...others: readonly T[]): T;
  uuid(): string;
}

/** The generator Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join("");
  return {
    next,
    is: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least)),
    oneOf: (first, ...others) => others[Math.floor(next() * (others.length + 1)) - 1] ?? first,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
