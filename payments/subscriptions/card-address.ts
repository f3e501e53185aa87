import type { SubscriptionRow } from "../store/subscription-tables";

/** Where the owner of a subscription changes how it is paid: a page of ours, which leads to the provider's. */
export const cardAddress = (origin: string, { session }: Pick<SubscriptionRow, "session">): string =>
  `${origin}/hosted/subscriptions/${session}`;
