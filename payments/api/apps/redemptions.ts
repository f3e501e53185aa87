import { redeem, redemption } from "~/upstream/contract/apps/redemptions";
import type { Context } from "../../context";
import { syncForBuyer } from "../../orders/advance";
import { makeCode, redeemCode } from "../../redemptions/codes";
import { timeOf } from "../../time";
import { failure } from "../failure";
import { scopeOf } from "../proof/owner";
import type { routesIn } from "../route";

export function redemptionRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const { db } = context;
  return {
    redemption: posting(redemption, async ({ order_id, ...owner }) => {
      const scope = await scopeOf(context, db, owner);
      // The key of another order, or of an account, which may be somebody's who only knows this order's id.
      if (scope.kind !== "order" || scope.orderId !== order_id) throw failure("order_unknown");
      const stored = await syncForBuyer(context, order_id);
      if (stored?.row.state !== "done") throw failure("order_unpaid");
      const made = await db.transaction().execute((tx) => makeCode(tx, order_id, "page", context.now()));
      return { code: made.code, expires_at: timeOf(made.expiresAt) };
    }),
    redeem: posting(redeem, async ({ code }) => {
      const redeemed = await db.transaction().execute((tx) => redeemCode(context, tx, code));
      if (redeemed.kind !== "redeemed") throw failure(redeemed.kind);
      return { token: redeemed.token, user_id: redeemed.userId, order_id: redeemed.orderId };
    }),
  };
}
