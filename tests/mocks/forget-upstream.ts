import { forgetEvents } from "~/analytics/tell-event.server";
import { forgetUses } from "~/first-use.server";
import { forgetWatchedOrders } from "~/orders/order-watch.server";
import { forgetPurchaseCalls } from "~/orders/purchase-calls.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import { retryBudget } from "~/upstream/client/retry.server";
import { forgetTokens } from "~/upstream/client/token-verdicts.server";
import { circuits } from "~/upstream/client/upstream-circuits.server";
import { newKeyBudget } from "~/upstream/new-key-budget.server";
import { forgetGeo } from "~/upstream/visitor-facts.server";

/**
 * Puts the client of the payments API back to how a process starts: nothing cached, circuits closed, all retries left; and
 * nothing counted against whoever sends forms.
 */
export function forgetUpstream(): void {
  forgetEvents();
  forgetWatchedOrders();
  forgetPurchaseCalls();
  forgetCatalogue();
  forgetGeo();
  forgetSendings();
  forgetTokens();
  forgetUses();
  newKeyBudget.forget();
  retryBudget.refill();
  for (const circuit of Object.values(circuits)) circuit.reset();
}
