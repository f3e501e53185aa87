import type { Context } from "../../context";
import type { SubscriptionRow } from "../tables";
import { isRenewedByProvider } from "./who-renews";

/**
 * Where the owner of a subscription changes how it is paid: a page of ours, which leads to the provider's. Simulated providers have their own
 * below /hosted. Undefined: the provider has none.
 */
export function cardAddress(
  { origin, drivers }: Pick<Context, "origin" | "drivers">,
  row: Pick<SubscriptionRow, "session" | "driver">,
): string | undefined {
  if (!isRenewedByProvider(row)) return `${origin()}/hosted/subscriptions/${row.session}`;
  const hasPage = drivers.get(row.driver ?? "")?.subscriptions?.cardPage !== undefined;
  return hasPage ? `${origin()}/cards/${row.session}` : undefined;
}
