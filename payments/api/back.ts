import { Router } from "express";
import type { Context } from "../context";
import { syncOrder } from "../orders/advance";
import { closePayment } from "../orders/opening/close-payment";
import { recordEvent } from "../orders/record";
import type { AttemptRow } from "../orders/tables";
import { loadOrder } from "../store/orders";

/**
 * Where providers send buyers who give up: the payment ends first, so that its page takes nothing any more, and the site is told so when it
 * asks. Whoever has paid all the same goes where the paid go.
 */
export function backRouter(context: Context): Router {
  const router = Router();
  router.get("/back/:session", async ({ params: { session } }, response) => {
    response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
    const attempt = await context.db
      .selectFrom("attempts")
      .selectAll()
      .where("session", "=", session)
      .executeTakeFirst();
    if (attempt === undefined) return response.status(404).type("text").send("This address names no payment.");
    const isPaid = await endPayment(context, attempt);
    return response.redirect(303, isPaid ? attempt.return_url : attempt.cancel_url);
  });
  return router;
}

/** @returns whether it is paid */
async function endPayment(context: Context, attempt: AttemptRow): Promise<boolean> {
  const closed = attempt.pay_at === null ? "unknown" : await closePayment(context, attempt);
  if (closed === "closed") await giveUp(context, attempt);
  const stored = await syncOrder(context, attempt.order_id);
  return stored?.attempts.find(({ id }) => id === attempt.id)?.state === "succeeded";
}

const giveUp = ({ db, now }: Context, { id: attemptId, order_id }: AttemptRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const stored = await loadOrder(tx, order_id);
    const event = { type: "reported", attemptId, report: { type: "abandoned" } } as const;
    if (stored) await recordEvent(tx, stored, event, now());
  });
