import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Books, openBooks, Shelf, THINGS } from "../books";

const CURRENCIES =
  `USD EUR GBP JPY AUD CAD CHF HKD SGD SEK ARS BRL CNY COP CZK DKK HUF ILS INR KRW MXN NOK NZD PLN RUB THB TRY TWD
  UAH VND ZAR`.split(/\s+/);
export const currency = z.string().refine((code) => CURRENCIES.includes(code));
const interval = z.enum(["day", "week", "month", "year"]);
const duration = z.strictObject({ interval, frequency: z.number().int().min(1) });
export type Duration = z.output<typeof duration>;

/** A price outside the catalogue, as it is asked for. */
export const priceAsked = z.strictObject({
  description: z.string().min(1).max(500),
  name: z.string().max(150),
  unit_price: z.strictObject({ amount: z.string().regex(/^\d+$/), currency_code: currency }),
  tax_mode: z.literal("internal"),
  quantity: z.strictObject({ minimum: z.number().int(), maximum: z.number().int() }),
  product: z.strictObject({ name: z.string().min(1).max(200), tax_category: z.literal("saas") }),
  billing_cycle: duration.optional(),
  trial_period: duration.optional(),
});
const price = priceAsked.extend({ id: z.string(), product_id: z.string() });
export type Price = z.output<typeof price>;

/** Of one item: the price times 1, in the smallest unit. */
const line = z.object({ id: z.string(), price, total: z.number().int() });
const payment = z.object({
  id: z.string(),
  status: z.enum(["captured", "error", "action_required", "pending_no_action_required"]),
  error_code: z.string().nullable(),
  method: z.enum(["card", "ideal"]),
  created_at: z.string(),
  captured_at: z.string().nullable(),
});
const period = z.object({ starts_at: z.string(), ends_at: z.string() });
const transactionShape = z.object({
  id: z.string(),
  status: z.enum(["draft", "ready", "completed", "canceled", "past_due"]),
  customer_id: z.string().nullable(),
  address_id: z.string().nullable(),
  custom_data: z.record(z.string(), z.string()),
  currency_code: currency,
  origin: z.enum(["api", "subscription_recurring"]),
  subscription_id: z.string().nullable(),
  billing_period: period.nullable(),
  lines: z.array(line),
  discount: z.number().int(),
  /** Newest first. */
  payments: z.array(payment),
  /** The merchant's page with Paddle.js; null: the account's default payment link. */
  page: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  billed_at: z.string().nullable(),
});
export type Transaction = z.output<typeof transactionShape>;
export type Payment = z.output<typeof payment>;

const subscriptionShape = z.object({
  id: z.string(),
  status: z.enum(["active", "trialing", "past_due", "canceled"]),
  customer_id: z.string(),
  address_id: z.string(),
  custom_data: z.record(z.string(), z.string()),
  currency_code: currency,
  price,
  billing_cycle: duration,
  current_billing_period: period,
  scheduled_change: z.object({ action: z.literal("cancel"), effective_at: z.string() }).nullable(),
  created_at: z.string(),
  canceled_at: z.string().nullable(),
});
export type Subscription = z.output<typeof subscriptionShape>;

const action = z.enum([
  "refund",
  "chargeback",
  "chargeback_reverse",
  "chargeback_warning",
  "chargeback_warning_reverse",
]);
const adjustmentShape = z.object({
  id: z.string(),
  action,
  type: z.enum(["full", "partial"]),
  transaction_id: z.string(),
  subscription_id: z.string().nullable(),
  customer_id: z.string(),
  reason: z.string(),
  currency_code: currency,
  status: z.enum(["pending_approval", "approved", "rejected", "reversed"]),
  items: z.array(
    z.object({ id: z.string(), item_id: z.string(), type: z.enum(["full", "partial"]), total: z.number() }),
  ),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Adjustment = z.output<typeof adjustmentShape>;

const customerShape = z.object({ id: z.string(), email: z.string(), created_at: z.string() });
export type Customer = z.output<typeof customerShape>;
const addressShape = z.object({
  id: z.string(),
  customer_id: z.string(),
  country_code: z.string(),
  postal_code: z.string().nullable(),
  created_at: z.string(),
});
export type Address = z.output<typeof addressShape>;

/** Paddle's books, and its clock. */
export class PaddleBooks {
  readonly books: Books;
  readonly transactions: Shelf<Transaction>;
  readonly subscriptions: Shelf<Subscription>;
  readonly adjustments: Shelf<Adjustment>;
  readonly customers: Shelf<Customer>;
  readonly addresses: Shelf<Address>;
  #ids = 0;

  constructor(
    readonly now: () => number,
    file?: string,
  ) {
    this.books = openBooks(THINGS, file);
    this.transactions = new Shelf(this.books, "transaction", transactionShape);
    this.subscriptions = new Shelf(this.books, "subscription", subscriptionShape);
    this.adjustments = new Shelf(this.books, "adjustment", adjustmentShape);
    this.customers = new Shelf(this.books, "customer", customerShape);
    this.addresses = new Shelf(this.books, "address", addressShape);
  }

  time(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** In the order of time, as Paddle's are. @param prefix as they begin: "txn" */
  newId(prefix: string): string {
    this.#ids += 1;
    const time = this.now().toString(32).padStart(10, "0") + this.#ids.toString(32).padStart(6, "0");
    return `${prefix}_${time}${randomBytes(5).toString("hex")}`;
  }
}

/** Answered in Paddle's shape of errors. */
export class PaddleError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** @throws PaddleError */
export function got<T extends { readonly id: string }>(shelf: Shelf<T>, id: string): T {
  const found = shelf.get(id);
  if (found === undefined) throw new PaddleError(404, "not_found");
  return found;
}
