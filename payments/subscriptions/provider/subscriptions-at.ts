import type { Context } from "../../context";
import type { SubscriptionDriver } from "../../drivers/driver";

/** @throws Error where the provider is not set up any more */
export function subscriptionsAt({ drivers }: Pick<Context, "drivers">, code: string | null): SubscriptionDriver {
  const subscriptions = code === null ? undefined : drivers.get(code)?.subscriptions;
  if (!subscriptions) throw new Error(`Subscriptions at ${code ?? "no provider"} are not set up.`);
  return subscriptions;
}
