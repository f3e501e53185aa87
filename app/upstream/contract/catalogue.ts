import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { amount, countryCode, currencyCode, identifier } from "./scalars";

export const PROVIDERS = ["pd", "ps", "rz", "rb", "so"] as const;
export type ProviderCode = (typeof PROVIDERS)[number];

/** `price_discount_amount` is what is paid today and the base of the localised ratio; `price_unit` is a month's share. */
export const plan = z.object({
  id: identifier,
  product_id: identifier,
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int().positive().max(120),
  /** A marketing name among the site's own messages; without one the plan is named by its period. */
  name_key: z.string().max(64).optional(),
  price_discount_amount: amount,
  price_amount: amount,
  price_unit: amount,
  money: z.string().max(40),
  trial_price: amount.nullish(),
  trial_days: z.number().int().positive().max(365).nullish(),
  price_deduction_amount: amount.default(0),
  currency: currencyCode,
  currencySymbol: z.string().max(8),
});
export type Plan = z.output<typeof plan>;

export const plans = {
  method: "GET",
  path: `${PROVIDERS_PATH}/plans`,
  summary: "The plans on sale for the app named by X-App-Type (and the channel named by X-From)",
  answer: z.object({ plans: z.array(plan).max(100) }),
  repeat: "always",
} as const satisfies Endpoint;

export const commonParams = {
  method: "GET",
  path: `${PROVIDERS_PATH}/common/params`,
  summary: "Payment providers on offer and their public settings (X-From: CJ for that affiliate network)",
  answer: z.object({
    /** In the API's order of preference; names the site does not know are dropped. */
    providers: z.array(z.string().max(32)).max(32),
  }),
  repeat: "always",
} as const satisfies Endpoint;

/** Gross includes tax; unknown product ids are silently left out, so compare what came back. */
export const prices = {
  method: "GET",
  path: "/l10n/prices",
  summary: "What products cost in a country, in its currency, tax included",
  query: z.object({
    product_ids: z.string().regex(/^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/),
    customer_country: countryCode,
  }),
  answer: z.object({
    products: z.array(
      z.object({
        product_id: identifier,
        currency: currencyCode,
        subscription: z.object({
          price: z.object({ gross: amount, net: amount.optional(), tax: amount.optional() }),
          interval: z.string().optional(),
          frequency: z.number().optional(),
          trial_days: z.number().optional(),
        }),
      }),
    ),
  }),
  repeat: "always",
} as const satisfies Endpoint;
