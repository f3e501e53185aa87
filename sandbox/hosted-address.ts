import type { AttemptRow } from "../payments/store/schema";
import type { SubscriptionRow } from "../payments/store/subscription-tables";

/** The address where an attempt's buyer pays. Built on demand, because the sandbox may restart on another port. */
export const hostedAddress = (
  origin: string,
  { provider, session }: Pick<AttemptRow, "provider" | "session">,
): string => `${origin}/hosted/${provider}/${session}`;

/** The provider's page where a subscription's card is changed. */
export const hostedSubscription = (origin: string, { session }: Pick<SubscriptionRow, "session">): string =>
  `${origin}/hosted/subscriptions/${session}`;
