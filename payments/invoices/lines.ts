import Big from "big.js";
import type { Invoice } from "~/upstream/contract/invoices";
import { type SoldPlan, taxIn } from "../catalogue/plans";

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

function taxLines({ plan, country, amount }: Sold): Lines {
  const tax = taxIn(plan, country, amount);
  return tax ? [{ kind: "tax", ...tax }] : [];
}
