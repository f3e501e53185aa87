import { z } from "zod";
import { PARAMS_NAMES, PLAN_NAMES, PRICE_NAMES, PROVIDER_NAMES } from "~/upstream/contract/values/field-names";
import { planPeriod, pricePerMonth } from "~/upstream/contract/values/plan-period";
import {
  address,
  amount,
  amountRead,
  countryCode,
  currencyCode,
  currencyRead,
  dayRead,
  identifier,
  optional,
  textRead,
  wholeRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";

/**
 * The providers' codes in the API: `pd` a pay link or frame like Paddle's, `ps` a wallet's page, `rz` a hosted form
 * like Razorpay's, `rb` a subscription like Rebilly's with a bot check, `so` a hosted page. See the table in docs/developing.md.
 */
export const PROVIDERS = ["pd", "ps", "rz", "rb", "so"] as const;
export type ProviderCode = (typeof PROVIDERS)[number];

export const isProviderCode = (code: unknown): code is ProviderCode => PROVIDERS.some((known) => known === code);

/** Those whose script can open a frame of theirs in our page. */
export const FRAME_PROVIDERS = ["pd", "rz"] as const satisfies readonly ProviderCode[];
export type FrameProvider = (typeof FRAME_PROVIDERS)[number];

/** A provider by its code here, by its maker's name, or as an object with either. */
const providerName = z
  .union([z.string(), z.object({ code: z.string() }), z.object({ name: z.string() }), z.object({ id: z.string() })])
  .transform((given) => {
    const said = typeof given === "string" ? given : Object.values(given).join();
    const word = said.trim().toLowerCase();
    return PROVIDERS.find((code) => code === word || PROVIDER_NAMES[code].some((maker) => maker === word)) ?? said;
  });

const sentPlan = z.object({
  id: identifier,
  product_id: optional(identifier),
  interval: optional(textRead),
  interval_count: optional(wholeRead.pipe(z.number().positive().max(120))),
  /** A marketing name among the site's own messages; without one the plan is named by its period. */
  name_key: optional(z.string().max(64)),
  name: optional(textRead),
  // The prices: a plan with an unreadable one is not sold.
  price_discount_amount: amountRead.nullish(),
  price_amount: amountRead.nullish(),
  /** The day since which `price_amount` was asked; missing: it is shown to nobody as a price that was. */
  regular_since: optional(dayRead),
  price_unit: optional(amountRead),
  money: optional(textRead),
  trial_price: optional(amountRead),
  trial_days: optional(wholeRead.pipe(z.number().positive().max(365))),
  /** The trial asks for no way to pay and ends by itself; missing: it becomes a paid subscription. */
  trial_without_method: optional(yesOrNo),
  /** False: sold once, without a further payment. Missing: it renews until it is cancelled. */
  renews: optional(yesOrNo),
  /** Those that can take it. Missing: all on offer. */
  providers: optional(z.array(providerName).max(100)),
  price_deduction_amount: optional(amountRead),
  currency: optional(currencyRead),
  currencySymbol: optional(z.string().trim().max(8)),
});

const wholePlan = z.object({
  id: z.string(),
  product_id: z.string(),
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int().positive().max(120),
  name_key: z.string().optional(),
  price_discount_amount: amount,
  price_amount: amount,
  regular_since: z.string().optional(),
  price_unit: amount,
  money: z.string(),
  trial_price: amount.optional(),
  trial_days: z.number().optional(),
  trial_without_method: z.boolean(),
  renews: z.boolean(),
  providers: z.array(z.string()).optional(),
  price_deduction_amount: amount,
  currency: currencyCode,
  currencySymbol: z.string(),
});

const SYMBOLS = { USD: "$", AUD: "A$", CAD: "CA$", GBP: "£" } as const;
const currencyOf = (symbol: string | undefined) => Object.entries(SYMBOLS).find(([, one]) => one === symbol)?.[0];
const symbolOf = (currency = "") => Object.entries(SYMBOLS).find(([one]) => one === currency)?.[1] ?? currency;

type SentPlan = z.output<typeof sentPlan>;

/** The price today and the regular price; if one is missing, the other is used for both. */
function amountsOf({ price_discount_amount, price_amount, price_deduction_amount: deduction = 0 }: SentPlan) {
  const today = price_discount_amount ?? price_amount;
  if (today == null) return undefined;
  return { today, regular: price_amount ?? today + deduction, beforeDeduction: today + deduction };
}

const periodOf = (sent: SentPlan, { beforeDeduction, regular }: NonNullable<ReturnType<typeof amountsOf>>) =>
  planPeriod({
    ...sent,
    amounts: [beforeDeduction, regular],
    names: [sent.name, sent.name_key, sent.id, sent.product_id].filter((text) => text !== undefined),
  });

/** Fills in optional fields. A plan without an amount, a currency or a known length stays invalid and is not sold. */
function filledIn({ name, ...sent }: SentPlan) {
  const amounts = amountsOf(sent);
  const period = amounts && periodOf({ name, ...sent }, amounts);
  const currency = sent.currency ?? currencyOf(sent.currencySymbol);
  return {
    ...sent,
    ...period,
    product_id: sent.product_id ?? sent.id,
    price_discount_amount: amounts?.today,
    price_amount: amounts?.regular,
    price_unit: sent.price_unit ?? (period && pricePerMonth(amounts.beforeDeduction, period)),
    trial_without_method: sent.trial_without_method ?? false,
    renews: sent.renews ?? true,
    price_deduction_amount: sent.price_deduction_amount ?? 0,
    money: sent.money ?? "",
    currency,
    currencySymbol: sent.currencySymbol ?? symbolOf(currency),
  };
}

/** `price_discount_amount` is the price today and the base of the localised ratio, `price_unit` the price per month. */
export const plan = sentPlan.transform(filledIn).pipe(wholePlan);
export type Plan = z.output<typeof plan>;

export const plans = {
  method: "GET",
  path: `${PROVIDERS_PATH}/plans`,
  summary: "The plans on sale for the app named by X-App-Type (and the channel named by X-From)",
  answer: z.object({ plans: z.array(plan).max(1000) }),
  list: { name: "plans", item: plan, names: PLAN_NAMES },
  repeat: "always",
} as const satisfies Endpoint;

export const commonParams = {
  method: "GET",
  path: `${PROVIDERS_PATH}/common/params`,
  summary: "Payment providers on offer and their public settings (X-From: CJ for that affiliate network)",
  answer: z.object({
    /** In the API's order of preference; names the site does not know are dropped. Missing, all are on offer. */
    providers: optional(z.array(providerName).max(100)),
    /** For the provider's frame in our page; `script` is its library's address. */
    paddle: z
      .object({
        vendor_id: wholeRead.pipe(z.number().positive()),
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
    /** Whether a purchase call repeated under the same Idempotency-Key is the same order. */
    idempotency_keys: optional(yesOrNo),
    /** By provider: the merchant's name on the buyer's card statement. */
    statement: z.record(z.string(), z.string().max(64)).nullish().catch(undefined),
    /** For how many days a withdrawal gives the money back by the brand's own guarantee, also after those of the law. */
    money_back_days: optional(wholeRead.pipe(z.number().positive())),
    /** The optional calls that this API has; see docs/payments-api.md. */
    calls: optional(z.array(z.string().max(64)).max(50)),
  }),
  names: PARAMS_NAMES,
  repeat: "always",
} as const satisfies Endpoint;

export type CommonParams = z.output<typeof commonParams.answer>;

/** What a tax is called on the spot, such as VAT or GST. */
export const taxName = z.string().trim().min(1).max(40);

/** In percent. */
export const taxRate = amountRead.pipe(z.number().max(100));

const localPrice = z.object({
  product_id: identifier,
  currency: currencyRead,
  /** Those that can take it in this currency. Missing: those of the plan. */
  providers: optional(z.array(providerName).max(100)),
  subscription: z.object({
    price: z.object({
      gross: amountRead,
      net: optional(amountRead),
      tax: optional(amountRead),
      /** What was asked before in this country, tax included, and since which day; both or neither. */
      regular: optional(amountRead),
      regular_since: optional(dayRead),
      tax_name: optional(taxName),
      tax_rate: optional(taxRate),
    }),
    interval: optional(z.string()),
    frequency: optional(amountRead),
    trial_days: optional(amountRead),
  }),
});

/** What a product costs in the buyer's country, tax included; major units. */
export interface LocalPrice {
  readonly gross: number;
  /** The part of `gross` that is tax, where the payments API says it. */
  readonly tax?: number;
  /** What the tax is called on the spot, such as VAT, and its rate in percent. */
  readonly taxName?: { readonly name: string; readonly rate: number };
  readonly currency: string;
  /** Who can take it; undefined: those of the plan. */
  readonly providers?: readonly string[];
  /** What was asked there before, where the payments API says since when. */
  readonly regular?: number;
}

/** Gross prices, tax included. The answer silently leaves out unknown product ids. */
export const prices = {
  method: "GET",
  path: "/l10n/prices",
  summary: "What products cost in a country, in its currency, tax included",
  query: z.object({
    product_ids: z.string().regex(/^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/),
    customer_country: countryCode,
  }),
  answer: z.object({ products: z.array(localPrice).max(1000) }),
  list: { name: "products", item: localPrice, names: PRICE_NAMES },
  repeat: "always",
} as const satisfies Endpoint;
