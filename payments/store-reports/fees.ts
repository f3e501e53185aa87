import Big from "big.js";
import { valueIn } from "~/upstream/contract/values/regions";
import { netOf } from "./amounts";
import type { PaymentFacts } from "./facts";
import { FEES, type FeeRow } from "./rules";
import type { StoreTokenRow } from "./tables";

/** Which way a buyer came from the app. */
type WayIn = Pick<StoreTokenRow, "store" | "programme" | "link" | "storefront">;

type Sold = Pick<PaymentFacts, "gross" | "tax" | "country" | "at" | "period">;

/** What a store takes of a payment, in percent and in the payment's currency. */
interface Fee {
  percent: string;
  amount: string;
}

/** By the newest row that fits; undefined: none does. */
export function feeOf(way: WayIn, sold: Sold, rows: readonly FeeRow[] = FEES): Fee | undefined {
  const [row] = rows.filter((one) => fits(one, way, sold)).sort(newestFirst);
  if (row === undefined) return undefined;
  const percent = percentOf(row);
  const of = row.of === "net" ? netOf(sold) : sold.gross;
  return { percent: percent.toString(), amount: Big(of).times(percent).div(100).round(2, Big.roundHalfUp).toFixed(2) };
}

/** All parts together. */
export const percentOf = ({ parts }: Pick<FeeRow, "parts">): Big =>
  Object.values(parts).reduce((sum, percent) => sum.plus(percent), Big(0));

function fits(row: FeeRow, { store, programme, link, storefront }: WayIn, sold: Sold): boolean {
  const isThere = valueIn({ [row.region]: true }, storefront ?? sold.country) === true;
  const isSoldSo = row.sale === "any" || row.sale === (sold.period ? "subscription" : "once");
  const isLinkedSo = row.link === "any" || row.link === link;
  const isInForce = new Date(`${row.from}T00:00:00Z`).getTime() <= sold.at;
  const isPaidSoLong = (sold.period?.paid_days ?? 0) >= (row.paidDays ?? 0);
  return (
    row.store === store && row.programme === programme && isThere && isSoldSo && isLinkedSo && isInForce && isPaidSoLong
  );
}

/** Of two rows of one day the more particular one. */
const newestFirst = (one: FeeRow, other: FeeRow): number =>
  other.from.localeCompare(one.from) || (other.paidDays ?? 0) - (one.paidDays ?? 0) || isAny(one) - isAny(other);

const isAny = ({ link, sale }: FeeRow): number => Number(link === "any") + Number(sale === "any");
