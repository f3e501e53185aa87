import { forgetEvents } from "~/analytics/event-queue.server";
import { forgetWatchedOrders } from "~/orders/order-watch.server";
import { forgetPurchases } from "~/orders/purchase.server";
import { forgetStatusCall } from "~/providers/pd.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { forgetStores } from "~/store/store.server";
import { newKeyBudget } from "~/upstream/answer-cache.server";
import { forgetCatalogue, forgetGeo } from "~/upstream/catalogue.server";
import { circuits } from "~/upstream/client/call-outcomes.server";
import { forgetTokens } from "~/upstream/client/client.server";
import { retryBudget } from "~/upstream/client/deadline-and-retry.server";
import { forgetStoreTokens } from "~/visitor/arrival/send-store-token.server";

/**
 * Puts the client of the payments API back to how a process starts: nothing cached, circuits closed, all retries left; and
 * nothing counted against whoever sends forms.
 */
export function forgetUpstream(): void {
  forgetEvents();
  forgetStoreTokens();
  forgetWatchedOrders();
  forgetPurchases();
  forgetStatusCall();
  forgetCatalogue();
  forgetGeo();
  forgetSendings();
  forgetTokens();
  forgetStores();
  newKeyBudget.forget();
  retryBudget.refill();
  for (const circuit of Object.values(circuits)) circuit.reset();
}
