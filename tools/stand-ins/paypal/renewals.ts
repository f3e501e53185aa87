import { unprocessable } from "./answers";
import type { Plan, Subscription } from "./books";
import type { PayPalWorld } from "./world";

/** Begins with the first payment, or goes on after a pause. */
export function activate(subscription: Subscription, note: string, plan: Plan, world: PayPalWorld): void {
  const { id, status, start_time } = subscription;
  if (status !== "APPROVED" && status !== "SUSPENDED") throw unprocessable("SUBSCRIPTION_STATUS_INVALID");
  const isNew = status === "APPROVED";
  const next_billing_time = isNew ? world.books.time(after(Date.parse(start_time), plan.billing_cycles[0])) : undefined;
  const active = { ...subscription, status: "ACTIVE", note } as const;
  world.books.subscriptions.put(isNew ? { ...active, next_billing_time } : active);
  world.ring("BILLING.SUBSCRIPTION.ACTIVATED", "subscription", { id, status: "ACTIVE" });
  if (isNew) charge({ ...active, next_billing_time }, plan.billing_cycles[0], world);
}

/** The next period, whose payment comes or fails. */
export function renew(subscription: Subscription, plan: Plan, outcome: "paid" | "failed", world: PayPalWorld): void {
  if (subscription.status !== "ACTIVE") return;
  const cycle = plan.billing_cycles.at(-1);
  const due = Date.parse(subscription.next_billing_time ?? subscription.start_time);
  if (outcome === "failed") {
    fail(subscription, world);
    return;
  }
  const next_billing_time = world.books.time(after(due, cycle));
  const paid = { ...subscription, failures: 0, failed_at: undefined, funding: "ok", next_billing_time } as const;
  charge(world.books.subscriptions.put(paid), cycle, world);
}

function charge(
  subscription: Subscription,
  cycle: Plan["billing_cycles"][number] | undefined,
  world: PayPalWorld,
): void {
  const amount = cycle?.pricing_scheme?.fixed_price;
  if (amount === undefined || Number(amount.value) === 0) return;
  const { id, custom_id, funding } = subscription;
  if (funding === "refused") fail(subscription, world);
  else world.take({ subscription: id, custom_id, amount, funding });
}

function fail(subscription: Subscription, world: PayPalWorld): void {
  const failures = subscription.failures + 1;
  world.books.subscriptions.put({ ...subscription, failures, failed_at: world.books.time() });
  world.ring("BILLING.SUBSCRIPTION.PAYMENT.FAILED", "subscription", { id: subscription.id, status: "ACTIVE" });
}

function after(time: number, cycle: Plan["billing_cycles"][number] | undefined): number {
  const { interval_unit = "MONTH", interval_count = 1 } = cycle?.frequency ?? {};
  const date = new Date(time);
  if (interval_unit === "DAY") return date.setUTCDate(date.getUTCDate() + interval_count);
  if (interval_unit === "WEEK") return date.setUTCDate(date.getUTCDate() + 7 * interval_count);
  if (interval_unit === "YEAR") return date.setUTCFullYear(date.getUTCFullYear() + interval_count);
  return date.setUTCMonth(date.getUTCMonth() + interval_count);
}
