import type { AttemptState } from "~/upstream/contract/purchase-result";
import { planById } from "../catalog";
import type { Context } from "../context";
import { syncOrder } from "../orders/settle";
import type { AttemptRow, OrderRow } from "../store/schema";

/** What the provider knows about one visit to its hosted page. */
export interface Session {
  attempt: AttemptRow;
  order: OrderRow;
  planName: string;
}

/** Undefined: no such session. The order is brought up to the moment first, so a session that is over says so. */
export async function findSession(context: Context, name: string): Promise<Session | undefined> {
  const found = await context.db
    .selectFrom("attempts")
    .select(["id", "order_id"])
    .where("session", "=", name)
    .executeTakeFirst();
  if (!found) return undefined;
  const stored = await syncOrder(context, found.order_id);
  const attempt = stored?.attempts.find(({ id }) => id === found.id);
  if (!stored || !attempt) return undefined;
  const plan = planById(stored.row.plan_id);
  const planName = plan ? `${plan.id} (${plan.interval_count} × ${plan.interval})` : stored.row.plan_id;
  return { attempt, order: stored.row, planName };
}

/** The words this provider adds to the address it sends a buyer back to. */
const RETURN_STATUS: Record<AttemptState, string> = {
  created: "created",
  sent: "created",
  needs_action: "3ds_verify",
  processing: "processing",
  succeeded: "approved",
  declined: "declined",
  abandoned: "void_ok",
  errored: "processing",
};

/** Where the buyer goes after the hosted page; whatever the address had in its query stays. */
export function returnAddress({ attempt, order }: Session): string {
  const address = new URL(attempt.state === "abandoned" ? attempt.cancel_url : attempt.return_url);
  address.searchParams.append("order_id", order.id);
  address.searchParams.append("transaction_id", attempt.id);
  address.searchParams.append("status", RETURN_STATUS[attempt.state]);
  return address.href;
}
