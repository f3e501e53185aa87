import type { z } from "zod";
import type { liveOrder, PurchaseStatus } from "~/upstream/contract/purchase-result";
import { accountOf } from "../accounts";
import type { Context } from "../context";
import type { Db } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { payAddress } from "./opening/pay-address";
import { endOf, paidUntil } from "./paid-time";
import { renewalOf } from "./renewal";
import type { AttemptRow } from "./tables";

export type Result = Omit<z.output<typeof liveOrder>, "isDetailed">;
type PaymentStanding = Pick<Result, "status" | "money_taken" | "provider_status"> &
  Partial<Pick<Result, "redirect_url" | "retry_after" | "fail_code" | "vip" | "renewal">>;

const ASK_AGAIN_S = 2;
const LONGEST_S = 10;

/**
 * The answer of every result call. The order should have been synced. It tells of this order alone, except to the user whose
 * order it is.
 * @param userId the user of the call's token
 */
export async function resultOf(context: Context, stored: StoredOrder, userId?: number): Promise<Result> {
  const { row, attempts, order } = stored;
  const attempt = order.grant === "none" ? attempts.at(-1) : paidAttempt(stored);
  if (!attempt) throw new Error(`Order ${row.id} has no attempt`);
  const outcome = await outcomeOf(context, stored, { attempt, userId });
  const { amount, currency } = attempt;
  const order_state = isSecondPaymentReturned(stored) ? "refunded" : row.state;
  return { order_id: row.id, order_state, plan_id: row.plan_id, amount, currency, ...outcome };
}

/** A second payment for what another order had paid: nobody has to look at it any more, as its money goes back. */
const isSecondPaymentReturned = ({ row, order }: StoredOrder): boolean =>
  row.state === "review" && order.captures.length > 0 && order.captures.every(({ state }) => state === "refunded");

/** `attempt`: the one that was paid, else the latest. */
async function outcomeOf(
  context: Context,
  stored: StoredOrder,
  { attempt, userId }: { attempt: AttemptRow; userId: number | undefined },
): Promise<PaymentStanding> {
  const { row, order } = stored;
  const isFree = attempt.amount === 0;
  const taken = isFree ? "no" : "yes";
  switch (row.state) {
    case "done": {
      const isUsers = userId !== undefined && row.user_id === userId;
      const until = isUsers ? await endOfUser(context.db, userId) : await endOf(context.db, row.id);
      const vip = { remain_time: Math.max(0, Math.ceil((until - context.now()) / 1000)) };
      return { ...outcome("success", taken, "approved"), vip, renewal: await renewalOf(context.db, row.id) };
    }
    case "granting":
      return { ...outcome(isFree ? "success" : "pending", taken, "approved"), retry_after: ASK_AGAIN_S };
    case "paying":
      return live(context, attempt);
    case "open":
      return failed(attempt);
    case "expired":
      return outcome("expired", "no", "link_expired");
    case "cancelled":
      return outcome("canceled", "no", "void_ok");
    case "refunded":
      return outcome("canceled", "no", "refunded");
    case "review":
      if (isSecondPaymentReturned(stored)) return outcome("canceled", "no", "refunded");
      return outcome("pending", order.captures.some((one) => one.state === "disputed") ? "unknown" : "no", "review");
  }
}

const outcome = (
  status: PurchaseStatus,
  money_taken: "yes" | "no" | "unknown",
  provider_status: string,
): PaymentStanding => ({
  status,
  money_taken,
  provider_status,
});

function live(context: Context, attempt: AttemptRow): PaymentStanding {
  const redirect_url = payAddress(context.origin(), attempt);
  switch (attempt.state) {
    case "needs_action":
      return { ...outcome("requires_action", "no", "3ds_verify"), redirect_url };
    case "processing":
      return {
        ...outcome("pending", unlessFree(attempt), "processing"),
        retry_after: askAgainAfter(attempt, context.now()),
      };
    default:
      return { ...outcome("pending", "no", "created"), redirect_url };
  }
}

function failed(attempt: AttemptRow): PaymentStanding {
  if (attempt.state === "abandoned")
    return { ...outcome("canceled", "no", "void_ok"), fail_code: "cancelled_or_timeout" };
  const fail_code = attempt.bucket ?? "unknown_outcome";
  const money = fail_code === "unknown_outcome" ? unlessFree(attempt) : "no";
  return { ...outcome("failed", money, "declined"), fail_code };
}

/** Whether money was taken is not known yet; of an attempt at nothing it is. */
const unlessFree = ({ amount }: AttemptRow): "no" | "unknown" => (amount === 0 ? "no" : "unknown");

/** The longer it has taken, the longer the provider takes. */
function askAgainAfter(attempt: AttemptRow, now: number): number {
  const waited = Math.floor((now - attempt.created_at) / 1000);
  return Math.min(Math.max(waited, ASK_AGAIN_S), LONGEST_S);
}

/** When a user's own time ends. The address of their order may be anybody's, so it counts for nothing here. */
async function endOfUser(db: Db, userId: number): Promise<number> {
  const { email } = await accountOf(db, userId);
  return paidUntil(db, email, userId);
}
