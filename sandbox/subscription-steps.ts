import type { SoldPlan } from "../payments/catalogue/plans";
import type { Sale } from "../payments/catalogue/sale";
import type { Context } from "../payments/context";
import { syncOrder } from "../payments/orders/advance";
import { announceRenewal } from "../payments/subscriptions/provider/announce-renewals";
import { failRenewal } from "../payments/subscriptions/provider/fail-renewal";
import { renew } from "../payments/subscriptions/renew";
import { startStoreSubscription } from "../payments/subscriptions/start";
import { tendWithin } from "../payments/subscriptions/tend";
import { makeAppPurchase } from "./providers/make-app-purchase";

/** What a tester lets happen to a subscription. @returns false where it is not in the state for that */
type Step = (context: Context, sale: Sale, id: string) => Promise<boolean>;

/** Renews before the time. @param period the one that is to be paid, so that a form sent twice renews once */
export async function renewNow(sale: Sale, id: string, period?: number): Promise<boolean> {
  const row = await tendWithin(sale, id);
  if (row?.state !== "active") return false;
  if (period === undefined || period === row.period + 1) await renew(sale, row);
  return true;
}

/** The provider could not charge the next period. Nothing is tried again until its owner enters a new card. */
export const failNext: Step = async (context, sale, id) => {
  const { tx } = sale;
  const row = await tendWithin(sale, id);
  if (row?.state !== "active" || row.source !== "web") return false;
  await failRenewal(context, tx, row);
  return true;
};

/** Tells the owner of the next payment before the time, once for each. */
export const announceNext: Step = async (context, sale, id) => {
  const row = await tendWithin(sale, id);
  if (row?.state !== "active" || row.source !== "web") return false;
  await announceRenewal(context, sale.tx, row);
  return true;
};

/** A new card is accepted: a renewal that failed is tried again with it. */
export async function acceptCard(sale: Sale, id: string): Promise<void> {
  const row = await tendWithin(sale, id);
  if (row?.state === "past_due") await renew(sale, row);
}

interface StorePurchase {
  userId: number;
  plan: SoldPlan;
  source: "app_store" | "google_play";
}

/** Gives a user a subscription of an app's store. @returns false while grants are held, and where the plan does not renew */
export async function giveStoreSubscription(context: Context, purchase: StorePurchase): Promise<boolean> {
  const { userId, plan, source } = purchase;
  const made = await makeAppPurchase(context, { provider: "gap", plan, userId, outcome: "success", seconds: 0 });
  const stored = await syncOrder(context, made.orderId);
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const granted = await tx
      .selectFrom("grants")
      .select(["starts_at", "ends_at"])
      .where("order_id", "=", made.orderId)
      .executeTakeFirst();
    return stored !== undefined && granted !== undefined
      ? startStoreSubscription(tx, stored, granted, { source, now })
      : false;
  });
}
