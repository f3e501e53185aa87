import fc from "fast-check";
import { audit } from "./audit";
import type { Books } from "./books";
import type { World } from "./world";

export type Step = fc.AsyncCommand<Books, World>;

/** Something that may happen next: what it is made of, and what it does to the world and the books. */
export const step = <T>(
  name: string,
  made: fc.Arbitrary<T>,
  run: (books: Books, world: World, with_: T) => Promise<void>,
): fc.Arbitrary<Step> =>
  made.map((chosen) => ({
    check: () => true,
    run: async (books, world) => {
      await run(books, world, chosen);
      if (books.isAudited) await audit(books, world);
    },
    toString: () => `${name}(${fc.stringify(chosen)})`,
  }));

/** One of those there are so far, counted from the newest. */
export const pick = <T>(from: readonly T[], number: number): T | undefined =>
  from[from.length - 1 - (number % Math.max(from.length, 1))];

/** For `pick`: what is recent is where things happen. */
export const recent = fc.oneof(fc.constant(0), fc.nat({ max: 3 }));

/** True once in a while. */
export const seldom = fc.nat({ max: 5 }).map((number) => number === 5);
