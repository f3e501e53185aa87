import Big from "big.js";
import fc from "fast-check";
import { expect } from "vitest";
import type { Compared } from "../../../payments/reconcile/comparison";
import { timeOfDay } from "../../../payments/reconcile/day";
import { randomPayments } from "./random-books";
import { DAYS, World } from "./world";

/** Random books of three days: each difference that was planted is found on its day, and no other one. */
export async function everyDifferenceIsFound(numRuns: number): Promise<void> {
  const world = await World.start();
  await fc.assert(
    fc.asyncProperty(randomPayments, async (payments) => {
      await world.clear();
      for (const one of payments) await world.pay(one);
      const compared = await world.compareAll();
      for (const [n, day] of DAYS.entries()) expect(namesOf(compared[n])).toEqual(plantedOn(world, day));
      for (const one of compared) expect(distancesOf(one)).toEqual(differingSums(one));
      // A day that is compared again says the same.
      expect((await world.compareAll()).map(namesOf)).toEqual(compared.map(namesOf));
    }),
    { numRuns },
  );
}

const namesOf = (compared: Compared | undefined): string[] =>
  (compared?.differences ?? []).map(({ what, line }) => `${what} ${line.id}`).toSorted();

function plantedOn({ planted }: World, day: string): string[] {
  const { from, to } = timeOfDay(day);
  return planted
    .filter(({ at }) => at >= from && at < to)
    .map(({ what, id }) => `${what} ${id}`)
    .toSorted();
}

/** By currency and kind, how far both sums are apart. */
function distancesOf({ sums }: Compared): Record<string, number> {
  const apart = sums.map(
    ({ currency, kind, theirs, ours }) => [`${currency} ${kind}`, Big(theirs).minus(ours).toNumber()] as const,
  );
  return Object.fromEntries(apart.filter(([, distance]) => distance !== 0));
}

/** The same, by the differences. What was undone is in no sum. */
function differingSums({ differences }: Compared): Record<string, number> {
  const apart = new Map<string, Big>();
  const add = (key: string, by: Big) => apart.set(key, (apart.get(key) ?? Big(0)).plus(by));
  for (const { line, theirs, ours } of differences.filter((one) => !("isUndone" in one.line && one.line.isUndone))) {
    if (theirs) add(`${theirs.currency} ${line.kind}`, Big(theirs.amount));
    if (ours) add(`${ours.currency} ${line.kind}`, Big(ours.amount).neg());
  }
  return Object.fromEntries([...apart].flatMap(([key, by]) => (by.eq(0) ? [] : [[key, by.toNumber()]])));
}
