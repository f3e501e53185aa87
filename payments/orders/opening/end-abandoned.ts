import type { Context } from "../../context";
import { inTurn } from "../../rounds";
import { syncOrder } from "../advance";
import { closePayment } from "./close-payment";

const MOST_AT_ONCE = 50;

/** A provider that does not close a page is asked again after that. */
const PAUSE_MS = 30_000;

/** When the closing of an attempt's page may be tried again, in milliseconds since 1970. */
type LaterTries = Map<string, number>;

/**
 * Closes the pages of attempts whose buyers gave up, or whose coupon or trial somebody else has now: they could still take money. A page
 * whose time is over takes none.
 */
export async function endAbandoned(context: Context, later: LaterTries = new Map()): Promise<void> {
  const now = context.now();
  for (const [id, at] of later) if (at <= now) later.delete(id);
  const attempts = await context.db
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "abandoned")
    .where("closed_at", "is", null)
    .where("pay_at", "is not", null)
    .where("payable_until", ">", now)
    .orderBy("created_at")
    .limit(MOST_AT_ONCE + later.size)
    .execute();
  const open = attempts.filter(({ id }) => !later.has(id));
  await inTurn(context, open, async (attempt) => {
    const closed = await closePayment(context, attempt);
    if (closed === "paid") await syncOrder(context, attempt.order_id);
    if (closed === "unknown") later.set(attempt.id, now + PAUSE_MS);
  });
}
