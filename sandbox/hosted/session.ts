import { planById } from "../catalogue/plans";
import type { Context } from "../context";
import { asProviderKnows } from "../orders/reports/due-reports";
import { tendOrder } from "../orders/settle";
import type { Simulator, Visit } from "../providers/simulator";
import { isProviderCode, SIMULATORS } from "../providers/simulators";
import type { AttemptRow, OrderRow } from "../store/schema";

/** What the provider knows about one visit to its hosted page. */
export interface Session extends Visit {
  simulator: Simulator;
  planName: string;
  /** What is charged after today. */
  afterwards: string;
}

/** As in the session's address. */
export interface SessionName {
  provider: string;
  name: string;
}

/**
 * A session by its address; undefined where there is none. Due events of its order are applied first, so an expired
 * session says so; the attempt is as the provider knows it, whether or not its webhooks have arrived.
 */
export async function findSession(context: Context, { provider, name }: SessionName): Promise<Session | undefined> {
  if (!isProviderCode(provider)) return undefined;
  const found = await context.db
    .selectFrom("attempts")
    .select(["id", "order_id"])
    .where("session", "=", name)
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (!found) return undefined;
  const stored = await tendOrder(context, found.order_id);
  const told = stored?.attempts.find(({ id }) => id === found.id);
  if (!stored || !told) return undefined;
  const attempt = await context.db.transaction().execute((tx) => asProviderKnows(tx, told, context.now()));
  const period = periodOf(stored.row);
  const planName = `${stored.row.plan_id} (${period})`;
  return {
    attempt,
    order: stored.row,
    planName,
    afterwards: afterwardsOf(attempt, period),
    simulator: SIMULATORS[provider],
  };
}

function periodOf({ plan_id }: OrderRow): string {
  const plan = planById(plan_id);
  return plan ? `${plan.interval_count} × ${plan.interval}` : "a period that is not sold any more";
}

function afterwardsOf({ renewal_amount, currency, trial_days }: AttemptRow, period: string): string {
  if (renewal_amount === null) return "nothing";
  const charged = `${renewal_amount.toFixed(2)} ${currency} for every ${period}`;
  return trial_days === null ? charged : `${charged}, when the trial of ${trial_days} days is over`;
}
