import { z } from "zod";
import type { Call, ProviderSettings } from "../driver";
import { unlessRefused } from "../errors";
import { encoded, type Form } from "../form";
import { type ProviderApi, providerApi } from "../provider-api";
import { refusal } from "./shapes";

/** Every answer has the shape of this version, whatever the account's own is. The events' shape does not matter: they only ring. */
const STRIPE_VERSION = "2024-06-20";

/** What follows the star of the statement, "SHOP* VPN", is given to Stripe with each payment. */
export interface StripeSettings extends ProviderSettings {
  /** "sk_live_…", "sk_test_…" or a restricted one, "rk_…". */
  readonly secretKey: string;
  /** "whsec_…"; while one is changed, both. */
  readonly webhookSecrets: readonly string[];
}

export type Stripe = ProviderApi<Form>;

export const stripeApi = ({ secretKey, apiOrigin }: StripeSettings): Stripe =>
  providerApi({
    origin: apiOrigin,
    authorization: async () => `Bearer ${secretKey}`,
    headers: { "stripe-version": STRIPE_VERSION },
    keyHeader: "idempotency-key",
    bodyType: "application/x-www-form-urlencoded",
    encode: encoded,
    refusal,
  });

/** Reads a list of Stripe's, newest first. @param item has the id by which the next page is asked for */
export function listOf<T extends { id: string }>(
  stripe: Stripe,
  item: z.ZodType<T>,
  path: string,
  of: Form,
  call: Call,
) {
  const page = z
    .object({ data: z.array(item), has_more: z.boolean() })
    .transform(({ data, has_more }) => ({ items: data, hasMore: has_more }));
  return (last: T | undefined) =>
    unlessRefused(stripe(page, { path, query: { ...of, limit: 100, starting_after: last?.id } }, call));
}
