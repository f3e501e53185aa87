import {
  rbCreateSubscription,
  rbSubscriptionStatus,
  rzPurchase,
  rzPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import type { Context } from "../../context";
import { askResult } from "../ask-result";
import { failure } from "../failure";
import type { routesIn } from "../route";

const refuse = () => Promise.reject(failure("provider_unknown"));

/** The calls of providers for which there is no driver: they open nothing. */
export function unsoldRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    rbCreateSubscription: posting(rbCreateSubscription, refuse),
    rbSubscriptionStatus: posting(rbSubscriptionStatus, ({ order_id }, caller) => askResult(context, order_id, caller)),
    rzPurchase: posting(rzPurchase, refuse),
    rzPurchaseResult: posting(rzPurchaseResult, ({ order_id }, caller) => askResult(context, order_id, caller)),
  };
}
