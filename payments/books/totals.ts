import Big from "big.js";
import type { BookLine } from "./lines";

type Side = "charged" | "refunded" | "disputed";

const SIDES: Readonly<Record<BookLine["kind"], Side | undefined>> = {
  payment: "charged",
  plan_change: "charged",
  renewal: "charged",
  free: undefined,
  refund: "refunded",
  refund_elsewhere: "refunded",
  dispute_lost: "disputed",
  dispute_won: "disputed",
};

interface Sum {
  amount: Big;
  count: number;
}

interface Total extends Record<Side, Sum> {
  /** The code of the provider. */
  driver: string;
  currency: string;
}

const nothing = (): Sum => ({ amount: Big(0), count: 0 });

/** What moved at each provider in each currency. What buyers got is negative. */
export class Totals {
  readonly #totals = new Map<string, Total>();

  add({ driver, currency, kind, gross }: BookLine): void {
    const side = SIDES[kind];
    if (side === undefined) return;
    const key = `${driver} ${currency}`;
    const fresh = { driver: driver ?? "none", currency, charged: nothing(), refunded: nothing(), disputed: nothing() };
    const total = this.#totals.get(key) ?? fresh;
    total[side] = { amount: total[side].amount.plus(gross), count: total[side].count + 1 };
    this.#totals.set(key, total);
  }

  get all(): readonly Total[] {
    return [...this.#totals].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);
  }
}
