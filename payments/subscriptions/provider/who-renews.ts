import type { SubscriptionRow } from "../tables";

/**
 * Whether a provider renews a subscription by its own clock: then only what the provider says moves it on. Else ours does, as for simulated
 * providers, or nobody does.
 */
export const isRenewedByProvider = ({ driver }: Pick<SubscriptionRow, "driver">): boolean => driver !== null;
