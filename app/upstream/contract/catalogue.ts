import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { address, amount, countryCode, currencyCode, identifier } from "./scalars";

export const PROVIDERS = ["pd", "ps", "rz", "rb", "so"] as const;
export type ProviderCode = (typeof PROVIDERS)[number];

export const isProviderCode = (code: unknown): code is ProviderCode => PROVIDERS.some((known) => known === code);

/** Those whose script can open a frame of theirs in our page. */
export const FRAME_PROVIDERS = ["pd", "rz"] as const satisfies readonly ProviderCode[];
export type FrameProvider = (typeof FRAME_PROVIDERS)[number];

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
    /** Needed for the provider's frame in the page; `script` is where its library is. */
    paddle: z
      .object({
        vendor_id: z.coerce.number().int().positive(),
        environment: z.enum(["sandbox", "production"]).catch("production"),
        script: address.optional(),
      })
      .nullish()
      .catch(undefined),
    razorpay: z.object({ key_id: identifier, script: address.optional() }).nullish().catch(undefined),
    rebilly: z
      .object({ publishable_key: z.string().max(128), website_id: z.string().max(128) })
      .nullish()
      .catch(undefined),
    /** `host` is an origin such as https://www.recaptcha.net. */
    recaptcha: z
      .object({ site_key: z.string().min(1).max(128), host: address })
      .nullish()
      .catch(undefined),
    /** By provider: the merchant as the buyer's card statement will name it. */
    statement: z.record(z.string(), z.string().max(64)).nullish().catch(undefined),
  }),
  repeat: "always",
} as const satisfies Endpoint;

export type CommonParams = z.output<typeof commonParams.answer>;

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
