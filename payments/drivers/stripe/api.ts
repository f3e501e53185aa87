import { z } from "zod";
import type { Call } from "../driver";
import { unlessRefused } from "../errors";
import { encoded, type Form } from "../form";
import { type ProviderApi, providerApi } from "../provider-api";
import { refusal } from "./shapes";

/** Every answer has the shape of this version, whatever the account's own is. The events' shape does not matter: they only ring. */
const STRIPE_VERSION = "2024-06-20";

interface StripeAccount {
  readonly secretKey: string;
  readonly apiOrigin: string;
  /** On whose behalf a platform calls. */
  readonly account: string | undefined;
}

export type Stripe = ProviderApi<Form>;

export const stripeApi = ({ secretKey, apiOrigin, account }: StripeAccount): Stripe =>
  providerApi({
    origin: apiOrigin,
    authorization: async () => `Bearer ${secretKey}`,
    headers: { "stripe-version": STRIPE_VERSION, ...(account === undefined ? {} : { "stripe-account": account }) },
    keyHeader: "idempotency-key",
    bodyType: "application/x-www-form-urlencoded",
    encode: encoded,
    refusal,
  });

interface List {
  readonly path: string;
  readonly query: Form;
}

/** Reads a list of Stripe's, newest first. */
export function pageReader<T extends { id: string }>(stripe: Stripe, item: z.ZodType<T>, list: List, call: Call) {
  const page = z
    .object({ data: z.array(item), has_more: z.boolean() })
    .transform(({ data, has_more }) => ({ items: data, hasMore: has_more }));
  return (last: T | undefined) => {
    const query = { ...list.query, limit: 100, starting_after: last?.id };
    return unlessRefused(stripe(page, { ...list, query }, call));
  };
}
