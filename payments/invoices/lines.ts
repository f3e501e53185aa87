import Big from "big.js";
import { z } from "zod";
import { INVOICE_LINES, type Invoice } from "~/upstream/contract/invoices";
import { type Sold, soldTax } from "../catalogue/sold";

type Lines = NonNullable<Invoice["lines"]>;

const stored = z.array(
  z.object({
    kind: z.enum(INVOICE_LINES),
    amount: z.number(),
    name: z.string().optional(),
    rate: z.number().optional(),
  }),
);

/** The lines as they are stored with an invoice. */
export const readLines = (text: string): Lines => stored.parse(JSON.parse(text));

/** The tax in an invoice, by its stored lines; undefined: there is none. */
export const taxIn = (text: string): Lines[number] | undefined => readLines(text).find(({ kind }) => kind === "tax");

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
