import { planById } from "../catalog";
import type { Context } from "../context";
import { syncOrder } from "../orders/settle";
import type { Simulator, Visit } from "../providers/simulator";
import { isProviderCode, SIMULATORS } from "../providers/simulators";

/** What the provider knows about one visit to its hosted page. */
export interface Session extends Visit {
  simulator: Simulator;
  planName: string;
}

/** As its address has it. */
export interface SessionName {
  provider: string;
  name: string;
}

/** Undefined: no such session. The order is brought up to the moment first, so a session that is over says so. */
export async function findSession(context: Context, { provider, name }: SessionName): Promise<Session | undefined> {
  if (!isProviderCode(provider)) return undefined;
  const found = await context.db
    .selectFrom("attempts")
    .select(["id", "order_id"])
    .where("session", "=", name)
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (!found) return undefined;
  const stored = await syncOrder(context, found.order_id);
  const attempt = stored?.attempts.find(({ id }) => id === found.id);
  if (!stored || !attempt) return undefined;
  const plan = planById(stored.row.plan_id);
  const planName = plan ? `${plan.id} (${plan.interval_count} × ${plan.interval})` : stored.row.plan_id;
  return { attempt, order: stored.row, planName, simulator: SIMULATORS[provider] };
}
