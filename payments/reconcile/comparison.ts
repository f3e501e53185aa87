import Big from "big.js";
import type { Money, Movement } from "../drivers/driver";
import type { DifferenceKind } from "./tables";

/** Money that moved, as we say. */
export type OurLine = Omit<Movement, "isUndone">;

export interface Difference {
  readonly what: DifferenceKind;
  readonly line: OurLine;
  readonly theirs: Money | undefined;
  readonly ours: Money | undefined;
}

interface Sum {
  readonly kind: Movement["kind"];
  readonly currency: string;
  readonly theirs: number;
  readonly ours: number;
}

export interface Compared {
  /** Of the lines that the provider has in the day, of what they are with us, and of what only we have. */
  readonly sums: readonly Sum[];
  /** The first of them. */
  readonly differences: readonly Difference[];
  /** How many there are. */
  readonly count: number;
}

/** A day that is all wrong is known to be so by its first thousand. */
const MOST_LISTED = 1_000;

const keyOf = ({ kind, id }: Pick<Movement, "kind" | "id">): string => `${kind} ${id}`;

/**
 * Compares a provider's lines of a time with ours. A line belongs to the time at which the provider has it: what we have at another time is
 * found by its id, so no clock makes a difference. It holds the ids of a day's lines, no more.
 */
export class Comparison {
  readonly #expected = new Map<string, OurLine>();
  readonly #seen = new Set<string>();
  readonly #sums = new Map<string, { kind: Movement["kind"]; currency: string; theirs: Big; ours: Big }>();
  readonly #differences: Difference[] = [];
  #count = 0;

  constructor(readonly time: { readonly from: number; readonly to: number }) {}

  /** What we say has moved in the time. */
  expect(line: OurLine): void {
    this.#expected.set(keyOf(line), line);
  }

  /** Ours that the provider's lines had not, so far. */
  get missing(): readonly OurLine[] {
    return [...this.#expected.values()];
  }

  /** Lines of the provider's. @returns those of the time that it had not seen: they have to be compared */
  take(lines: readonly Movement[]): Movement[] {
    return lines.filter((line) => {
      if (!line.isUndone) this.#expected.delete(keyOf(line));
      const once = `${keyOf(line)} ${line.isUndone}`;
      const isNew = line.at >= this.time.from && line.at < this.time.to && !this.#seen.has(once);
      if (isNew) this.#seen.add(once);
      return isNew;
    });
  }

  /** @param ours what we say of a line, if we know it; of one that was undone, if it stands with us */
  compare(line: Movement, ours: Money | undefined): void {
    if (line.isUndone) {
      if (ours !== undefined) this.#differ({ what: "only_ours", line, theirs: undefined, ours });
      return;
    }
    const theirs = line.money;
    this.#add(line.kind, theirs, ours);
    const what = differenceOf(theirs, ours);
    if (what !== undefined) this.#differ({ what, line, theirs, ours });
  }

  end(): Compared {
    for (const line of this.missing) {
      this.#add(line.kind, undefined, line.money);
      this.#differ({ what: "only_ours", line, theirs: undefined, ours: line.money });
    }
    const sums = [...this.#sums.values()].map((sum) => ({
      ...sum,
      theirs: sum.theirs.toNumber(),
      ours: sum.ours.toNumber(),
    }));
    return { sums, differences: this.#differences, count: this.#count };
  }

  #differ(difference: Difference): void {
    this.#count += 1;
    if (this.#differences.length < MOST_LISTED) this.#differences.push(difference);
  }

  #add(kind: Movement["kind"], theirs: Money | undefined, ours: Money | undefined): void {
    if (theirs) this.#sum(kind, theirs.currency).theirs = this.#sum(kind, theirs.currency).theirs.plus(theirs.amount);
    if (ours) this.#sum(kind, ours.currency).ours = this.#sum(kind, ours.currency).ours.plus(ours.amount);
  }

  #sum(kind: Movement["kind"], currency: string) {
    const key = `${currency} ${kind}`;
    const sum = this.#sums.get(key) ?? { kind, currency, theirs: Big(0), ours: Big(0) };
    this.#sums.set(key, sum);
    return sum;
  }
}

function differenceOf(theirs: Money, ours: Money | undefined): DifferenceKind | undefined {
  if (ours === undefined) return "only_theirs";
  if (ours.currency !== theirs.currency) return "other_currency";
  return Big(ours.amount).eq(theirs.amount) ? undefined : "other_amount";
}
