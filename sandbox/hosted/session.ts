import { planById } from "../catalog";
import type { Context } from "../context";
import { asProviderKnows } from "../orders/due-reports";
import { tendOrder } from "../orders/settle";
import type { Simulator, Visit } from "../providers/simulator";
import { isProviderCode, SIMULATORS } from "../providers/simulators";

/** What the provider knows about one visit to its hosted page. */
export interface Session extends Visit {
  simulator: Simulator;
  planName: string;
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
  const plan = planById(stored.row.plan_id);
  const planName = plan ? `${plan.id} (${plan.interval_count} × ${plan.interval})` : stored.row.plan_id;
  return { attempt, order: stored.row, planName, simulator: SIMULATORS[provider] };
}
