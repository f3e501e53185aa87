import { type Sold, soldIn } from "../../payments/catalogue/sold";
import type { Context } from "../../payments/context";
import { moneyText } from "../../payments/html/money-text";
import { everyIn, lengthIn } from "../../payments/mail/letters";
import { tendOrder } from "../../payments/orders/advance";
import type { AttemptRow } from "../../payments/orders/tables";
import { asProviderKnows } from "../providers/reports/due-reports";
import { deliverTo } from "../providers/reports/tend-simulated";
import type { Simulator, Visit } from "../providers/simulator";
import { isProviderCode, SIMULATORS } from "../providers/simulators";

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
  await deliverTo(context, found.order_id);
  const stored = await tendOrder(context, found.order_id);
  const known = stored?.attempts.find(({ id }) => id === found.id);
  if (!stored || !known) return undefined;
  const attempt = await context.db.transaction().execute((tx) => asProviderKnows(tx, known, context.now()));
  const sold = soldIn(known);
  return {
    attempt,
    order: stored.row,
    planName: `${stored.row.plan_id} (${lengthIn("en", sold)})`,
    afterwards: afterwardsOf(attempt, sold),
    simulator: SIMULATORS[provider],
  };
}

function afterwardsOf({ renewal_amount, currency, trial_days }: AttemptRow, sold: Sold): string {
  if (renewal_amount === null) return "nothing";
  const charged = `${moneyText({ amount: renewal_amount, currency })} ${everyIn("en", sold)}`;
  return trial_days === null ? charged : `${charged}, once the trial of ${trial_days} days is over`;
}
