import Big from "big.js";
import type { Invoice } from "~/upstream/contract/invoices";
import { localPrice, type SoldPlan, toCents } from "../catalogue/plans";

type Lines = NonNullable<Invoice["lines"]>;

interface Sold {
  plan: SoldPlan;
  country: string;
  /** What the period cost in full when it was sold. */
  price: number;
  /** The amount that was taken. */
  amount: number;
  /** Null: the period was sold. */
  trialDays: number | null;
  /** What a change of plan took off the price. */
  deduction: number;
  hasCoupon: boolean;
}

/** The lines that add up to the amount taken, that amount, then the tax in it; the same lines as on the checkout. */
export function invoiceLines(sold: Sold): Lines {
  const { amount, trialDays } = sold;
  return [
    ...(trialDays === null ? periodLines(sold) : [{ kind: "trial" as const, amount }]),
    { kind: "dueToday", amount },
    ...taxLines(sold),
  ];
}

function periodLines({ price, amount, deduction, hasCoupon }: Sold): Lines {
  const off = Big(price).minus(deduction).minus(amount);
  return [
    { kind: "plan", amount: price },
    ...(deduction > 0 ? [{ kind: "deduction", amount: -deduction } as const] : []),
    ...(off.gt(0) ? [{ kind: hasCoupon ? "coupon" : "deduction", amount: off.times(-1).toNumber() } as const] : []),
  ];
}

/** The tax in the amount, at the same share as in the period's price. */
function taxLines({ plan, country, amount }: Sold): Lines {
  const local = localPrice(plan, country);
  const tax = local ? toCents(Big(local.tax).times(amount).div(local.gross)) : 0;
  return tax > 0 ? [{ kind: "tax", amount: tax, name: local?.tax_name, rate: local?.tax_rate }] : [];
}
