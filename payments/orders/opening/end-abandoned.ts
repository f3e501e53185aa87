import type { Context } from "../../context";
import { syncOrder } from "../advance";
import { closePayment } from "./close-payment";

const MOST_AT_ONCE = 50;

/** Closes the pages of attempts whose buyers gave up, or whose coupon or trial somebody else has now: they could still take money. */
export async function endAbandoned(context: Context): Promise<void> {
  const attempts = await context.db
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "abandoned")
    .where("closed_at", "is", null)
    .where("pay_at", "is not", null)
    .orderBy("created_at")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const attempt of attempts)
    if ((await closePayment(context, attempt)) === "paid") await syncOrder(context, attempt.order_id);
}
