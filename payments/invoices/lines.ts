import Big from "big.js";
import type { Invoice } from "~/upstream/contract/invoices";
import { type Sold, soldTax } from "../catalogue/sold";

type Lines = NonNullable<Invoice["lines"]>;

interface Payment {
  sold: Sold;
  /** The amount that was taken, and its currency. */
  amount: number;
  currency: string;
  /** Null: the period was sold. */
  trialDays: number | null;
  hasCoupon: boolean;
}

/** The lines that add up to the amount taken, that amount, then the tax in it; the same lines as on the checkout. */
export function invoiceLines(payment: Payment): Lines {
  const { amount, trialDays } = payment;
  return [
    ...(trialDays === null ? periodLines(payment) : [{ kind: "trial" as const, amount }]),
    { kind: "dueToday", amount },
    ...taxLines(payment),
  ];
}

function periodLines({ sold: { price, deduction }, amount, hasCoupon }: Payment): Lines {
  const off = Big(price).minus(deduction).minus(amount);
  return [
    { kind: "plan", amount: price },
    ...(deduction > 0 ? [{ kind: "deduction", amount: -deduction } as const] : []),
    ...(off.gt(0) ? [{ kind: hasCoupon ? "coupon" : "deduction", amount: off.times(-1).toNumber() } as const] : []),
  ];
}

function taxLines({ sold, amount, currency }: Payment): Lines {
  const tax = soldTax(sold, amount, currency);
  return tax ? [{ kind: "tax", ...tax }] : [];
}
