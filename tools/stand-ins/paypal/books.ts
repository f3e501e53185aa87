import { z } from "zod";
import { disputeState } from "../acts";
import { type Books, openBooks, Shelf, THINGS } from "../books";

/** What PayPal knows, and which key has made what. */
const TABLES = `${THINGS}
  create table if not exists keys (key text not null, path text not null, id text not null, primary key (key, path));
`;

export const money = z.object({ currency_code: z.string(), value: z.string() });

/** How the buyer's money will come: at the capture or the activation. */
const funding = z.enum(["ok", "pending", "declined", "refused"]);

const orderShape = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "APPROVED", "COMPLETED", "GONE"]),
  create_time: z.string(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  amount: money,
  description: z.string().optional(),
  return_url: z.string(),
  cancel_url: z.string(),
  funding,
});
const refund = z.object({ id: z.string(), amount: money, create_time: z.string() });
/** Of an order, or of a subscription's period. */
const captureShape = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "PENDING", "DECLINED", "PARTIALLY_REFUNDED", "REFUNDED"]),
  order: z.string().optional(),
  subscription: z.string().optional(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  amount: money,
  create_time: z.string(),
  refunds: z.array(refund),
});
const cycle = z.object({
  frequency: z.object({ interval_unit: z.enum(["DAY", "WEEK", "MONTH", "YEAR"]), interval_count: z.number() }),
  tenure_type: z.enum(["TRIAL", "REGULAR"]),
  sequence: z.number(),
  total_cycles: z.number(),
  pricing_scheme: z.object({ fixed_price: money }).optional(),
});
export const planAsked = z.object({
  product_id: z.string(),
  name: z.string(),
  billing_cycles: z.array(cycle).min(1),
  payment_preferences: z.object({}).loose(),
});
const planShape = planAsked.extend({ id: z.string(), create_time: z.string() });
const productShape = z.object({ id: z.string(), name: z.string() });
const subscriptionShape = z.object({
  id: z.string(),
  agreement: z.string(),
  status: z.enum(["APPROVAL_PENDING", "APPROVED", "ACTIVE", "SUSPENDED", "CANCELLED", "EXPIRED"]),
  note: z.string().optional(),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  create_time: z.string(),
  start_time: z.string(),
  next_billing_time: z.string().optional(),
  failures: z.number(),
  failed_at: z.string().optional(),
  return_url: z.string(),
  cancel_url: z.string(),
  funding,
});
const disputeShape = z.object({
  id: z.string(),
  capture: z.string(),
  custom_id: z.string().optional(),
  amount: money,
  state: disputeState,
  create_time: z.string(),
  end_time: z.string().optional(),
});
const tokenShape = z.object({ id: z.string(), until: z.number() });

export type Order = z.output<typeof orderShape>;
export type Capture = z.output<typeof captureShape>;
export type Plan = z.output<typeof planShape>;
export type Subscription = z.output<typeof subscriptionShape>;
export type Dispute = z.output<typeof disputeShape>;

/** PayPal's books, and its clock. */
export class PayPalBooks {
  readonly books: Books;
  readonly orders: Shelf<Order>;
  readonly captures: Shelf<Capture>;
  readonly plans: Shelf<Plan>;
  readonly products: Shelf<z.output<typeof productShape>>;
  readonly subscriptions: Shelf<Subscription>;
  readonly disputes: Shelf<Dispute>;
  readonly tokens: Shelf<z.output<typeof tokenShape>>;

  constructor(
    readonly now: () => number,
    file?: string,
  ) {
    this.books = openBooks(TABLES, file);
    this.orders = new Shelf(this.books, "order", orderShape);
    this.captures = new Shelf(this.books, "capture", captureShape);
    this.plans = new Shelf(this.books, "plan", planShape);
    this.products = new Shelf(this.books, "product", productShape);
    this.subscriptions = new Shelf(this.books, "subscription", subscriptionShape);
    this.disputes = new Shelf(this.books, "dispute", disputeShape);
    this.tokens = new Shelf(this.books, "token", tokenShape);
  }

  time(at = this.now()): string {
    return `${new Date(at).toISOString().slice(0, 19)}Z`;
  }

  /** What was made under a key. */
  madeBy(key: string | undefined, path: string): string | undefined {
    const sql = "select id from keys where key = ? and path = ?";
    return this.books.rows(z.object({ id: z.string() }), sql, key ?? null, path)[0]?.id;
  }

  remember(key: string | undefined, path: string, id: string): void {
    if (key !== undefined) this.books.run("insert into keys values (?, ?, ?)", key, path, id);
  }
}
