import Big from "big.js";
import type { Invoice } from "~/upstream/contract/invoices";
import { dueToday, localPrice, type SoldPlan, toCents } from "../catalog";

type Lines = NonNullable<Invoice["lines"]>;

interface Sold {
  plan: SoldPlan;
  country: string;
  /** The amount that was taken. */
  amount: number;
  /** What a change of plan took off the price. */
  deduction: number;
  hasCoupon: boolean;
}

/** The lines that add up to the amount taken, that amount, then the tax in it; the same lines as on the checkout. */
export function invoiceLines(sold: Sold): Lines {
  const { plan, country, amount, deduction, hasCoupon } = sold;
  const off = Big(dueToday(plan, country).amount).minus(deduction).minus(amount);
  const tax = taxIn(sold);
  return [
    ...(plan.trial_price == null ? periodLines(sold) : trialLine(sold)),
    ...(deduction > 0 ? [{ kind: "deduction", amount: -deduction } as const] : []),
    ...(off.gt(0) ? [{ kind: hasCoupon ? "coupon" : "deduction", amount: off.times(-1).toNumber() } as const] : []),
    { kind: "dueToday", amount },
    ...(tax > 0 ? [{ kind: "tax", amount: tax } as const] : []),
  ];
}

const trialLine = ({ plan, country }: Sold): Lines => [{ kind: "trial", amount: dueToday(plan, country).amount }];

function periodLines({ plan, country }: Sold): Lines {
  const price = dueToday(plan, country).amount;
  const regular = toCents(Big(plan.price_amount).times(price).div(plan.price_discount_amount));
  const discount = Big(price).minus(regular).toNumber();
  return [
    { kind: "plan", amount: regular },
    ...(discount < 0 ? [{ kind: "discount", amount: discount } as const] : []),
  ];
}

/** The tax in the amount, at the same share as in the period's price. */
function taxIn({ plan, country, amount }: Sold): number {
  const local = localPrice(plan, country);
  return local ? toCents(Big(local.tax).times(amount).div(local.gross)) : 0;
}
