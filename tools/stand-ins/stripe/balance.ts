import type { Objects } from "./objects";

interface Entry {
  readonly type: string;
  readonly reporting_category: string;
  /** The id of what it is about. */
  readonly source: string;
  /** In the buyer's currency; negative where money leaves. */
  readonly amount: number;
  readonly currency: string;
}

/** Stripe pays out in one currency. */
const SETTLED_IN = "eur";
const RATE = 0.5;
const FEE = 30;

/** A line of the merchant's books, in the currency that they are paid out in. */
export function enter(objects: Objects, { amount, currency, type, reporting_category, source }: Entry): void {
  const isExchanged = currency !== SETTLED_IN;
  const settled = isExchanged ? Math.round(amount * RATE) : amount;
  const fee = reporting_category === "charge" ? FEE : 0;
  const line = {
    id: objects.newId("txn"),
    object: "balance_transaction",
    created: objects.seconds,
    amount: settled,
    available_on: objects.seconds,
    currency: SETTLED_IN,
    description: null,
    exchange_rate: isExchanged ? RATE : null,
    fee,
    fee_details: [],
    net: settled - fee,
    status: "available",
    type,
    reporting_category,
    source,
  };
  objects.put(line, source);
}
