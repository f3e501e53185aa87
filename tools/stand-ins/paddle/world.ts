import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { Webhooks } from "../webhooks";
import {
  type Adjustment,
  type Duration,
  got,
  type PaddleBooks,
  PaddleError,
  type Payment,
  type Price,
  type Subscription,
  type Transaction,
} from "./books";
import { adjustmentView, subscriptionView, transactionView } from "./views";

const after = (from: string, { interval, frequency }: Duration): string =>
  add(new UTCDate(from), { [`${interval}s`]: frequency }).toISOString();

/** How a try to pay stands, and why it failed. */
type Outcome = Pick<Payment, "status" | "error_code">;
export const PAID: Outcome = { status: "captured", error_code: null };

const UNDECIDED = ["action_required", "pending_no_action_required"];
export const isUndecided = ({ payments }: Transaction): boolean => UNDECIDED.includes(payments[0]?.status ?? "");

/** What happens to money at Paddle, and whom that is told. */
export class PaddleWorld {
  constructor(
    readonly books: PaddleBooks,
    readonly webhooks: () => Webhooks,
    readonly origin: () => string,
  ) {}

  ring(type: string, data: object): void {
    const id = this.books.newId("evt");
    const event = { event_id: id, event_type: type, occurred_at: this.books.time() };
    this.webhooks().add(id, type, { ...event, notification_id: this.books.newId("ntf"), data });
  }

  view(transaction: Transaction, withAdjustments = false) {
    const page = `${transaction.page ?? `${this.origin()}/pay`}?_ptxn=${transaction.id}`;
    const all = this.books.adjustments.all("transaction_id", transaction.id);
    return transactionView(transaction, page, withAdjustments ? all : undefined);
  }

  viewOf(subscription: Subscription) {
    return subscriptionView(subscription, `${this.origin()}/subscriptions/${subscription.id}/update-payment-method`);
  }

  save(transaction: Transaction, ...events: readonly string[]): Transaction {
    const saved = this.books.transactions.put({ ...transaction, updated_at: this.books.time() });
    for (const event of events) this.ring(`transaction.${event}`, this.view(saved));
    return saved;
  }

  /** Who pays, and from where, is known: only then can it be paid, or canceled. */
  makeReady(transaction: Transaction): Transaction {
    const isReady = transaction.customer_id !== null && transaction.address_id !== null;
    if (transaction.status !== "draft" || !isReady) return this.save(transaction, "updated");
    return this.save({ ...transaction, status: "ready" }, "updated", "ready");
  }

  /** One try to pay, or how one that was undecided has ended. */
  tryToPay(transaction: Transaction, outcome: Outcome): Transaction {
    const now = this.books.time();
    // What is decided later is a bank's.
    const method = outcome.status === "pending_no_action_required" ? ("ideal" as const) : ("card" as const);
    const fresh = { id: this.books.newId("attempt"), method, created_at: now };
    const [last, ...earlier] = transaction.payments;
    const goesOn = last !== undefined && isUndecided(transaction);
    const captured_at = outcome.status === "captured" ? now : null;
    const tried = { ...(goesOn ? last : fresh), ...outcome, captured_at };
    const after = { ...transaction, payments: [tried, ...(goesOn ? earlier : transaction.payments)] };
    if (outcome.status === "captured") return this.#complete(after);
    return this.save(after, ...(outcome.status === "error" ? ["payment_failed"] : ["updated"]));
  }

  #complete(transaction: Transaction): Transaction {
    const billed = { ...transaction, status: "completed", billed_at: this.books.time() } as const;
    if (transaction.origin !== "api") return this.save(billed, "paid", "completed");
    const renews = transaction.lines.find(({ price }) => price.billing_cycle)?.price;
    const begun = renews && this.#begin(transaction, renews);
    const { id: subscription_id = null, current_billing_period: billing_period = null } = begun ?? {};
    const completed = this.save({ ...billed, subscription_id, billing_period }, "paid", "completed");
    if (begun) this.ring("subscription.created", this.viewOf(begun));
    return completed;
  }

  #begin({ customer_id, address_id, custom_data, currency_code }: Transaction, price: Price): Subscription | undefined {
    const { billing_cycle, trial_period } = price;
    if (billing_cycle === undefined || customer_id === null || address_id === null) return undefined;
    const starts_at = this.books.time();
    return this.books.subscriptions.put({
      ...{ customer_id, address_id, custom_data, currency_code, price, billing_cycle },
      id: this.books.newId("sub"),
      status: trial_period ? "trialing" : "active",
      current_billing_period: { starts_at, ends_at: after(starts_at, trial_period ?? billing_cycle) },
      scheduled_change: null,
      created_at: starts_at,
      canceled_at: null,
    });
  }

  change(subscription: Subscription, event: string): Subscription {
    const changed = this.books.subscriptions.put(subscription);
    this.ring(`subscription.${event}`, this.viewOf(changed));
    return changed;
  }

  /** A period ends. One that was not paid is tried again before another one begins. */
  renew(before: Subscription, outcome: "paid" | "failed"): void {
    const overdue = this.books.transactions
      .all("subscription_id", before.id)
      .find(({ status }) => status === "past_due");
    const { ends_at: starts_at } = before.current_billing_period;
    const next = { starts_at, ends_at: after(starts_at, before.billing_cycle) };
    const due = overdue ?? this.#renewalOf(before, next);
    const status = outcome === "paid" ? "active" : "past_due";
    const current_billing_period = overdue?.billing_period ?? next;
    this.change({ ...before, status, current_billing_period }, outcome === "paid" ? "updated" : "past_due");
    if (outcome === "paid") this.tryToPay(due, PAID);
    else this.tryToPay({ ...due, status: "past_due" }, { status: "error", error_code: "declined" });
  }

  #renewalOf(subscription: Subscription, billing_period: Transaction["billing_period"]): Transaction {
    const { id: subscription_id, price, customer_id, address_id, custom_data, currency_code } = subscription;
    const now = this.books.time();
    return {
      ...{ subscription_id, customer_id, address_id, custom_data, currency_code, billing_period },
      id: this.books.newId("txn"),
      status: "ready",
      origin: "subscription_recurring",
      lines: [{ id: this.books.newId("txnitm"), price, total: Number(price.unit_price.amount) }],
      discount: 0,
      page: null,
      payments: [],
      created_at: now,
      updated_at: now,
      billed_at: now,
    };
  }

  saveAdjustment(adjustment: Adjustment, event: "created" | "updated"): Adjustment {
    const saved = this.books.adjustments.put({ ...adjustment, updated_at: this.books.time() });
    this.ring(`adjustment.${event}`, adjustmentView(saved));
    return saved;
  }

  /** A canceled transaction takes no money any more. @throws PaddleError */
  cancel(id: string): Transaction {
    const found = got(this.books.transactions, id);
    if (isUndecided(found)) throw new PaddleError(400, "transaction_immutable_while_processing_payment");
    if (found.status !== "ready") throw new PaddleError(400, "transaction_invalid_status_change");
    return this.save({ ...found, status: "canceled" }, "canceled");
  }
}
