import { z } from "zod";
import { COUNTRY_CODES } from "~/upstream/contract/values/scalars";
import { moneyBack } from "./money-back";

/** The shape of catalogue.json. What no single field can show, such as a coupon for a plan that there is not, is in catalogue-checks.ts. */

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const CURRENCY_WORDS = "expected a currency of ISO 4217 in capital letters, such as EUR";

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: CURRENCY_WORDS, abort: true })
  .refine(isCurrency, CURRENCY_WORDS);

const COUNTRY_WORDS = "expected a country of ISO 3166-1 in capital letters, such as DE";
const country = z.string().refine((code) => COUNTRY_CODES.has(code), COUNTRY_WORDS);

const price = z.number().positive().max(1e9);
const text = z.string().trim().min(1).max(200);

const trial = z
  .strictObject({
    days: z.number().int().positive().max(365),
    price: z.number().nonnegative().max(1e9).describe("In the catalogue's currency; 0: free"),
    without_method: z.boolean().default(false).describe("Asks for no way to pay and ends by itself: only a free one"),
  })
  .describe("What is sold first to whoever has had none");

const plan = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "expected small letters, digits and hyphens, such as two-years")
    .describe("In addresses and orders for good: never used again for something else"),
  product_id: z.number().int().positive().safe(),
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int().positive().max(120),
  renews: z.boolean().default(true).describe("false: sold once"),
  prices: z
    .record(z.string().regex(/^[A-Z]{2,3}$/, "expected a currency, such as EUR, or a country, such as DE"), price)
    .describe("What the period costs, tax included, by currency; by country where it differs from its currency's"),
  full_price: price.optional().describe("In the catalogue's currency, where the plan is sold for less than usual"),
  trial: trial.optional(),
});

const place = z.strictObject({
  currency,
  tax: z
    .strictObject({ name: text.max(40), rate: z.number().positive().lt(100) })
    .optional()
    .describe("In the prices, under its name on invoices there; the rate is in percent"),
});

const instant = z.iso.datetime({ offset: true, error: "expected a time with its zone, such as 2026-12-24T00:00:00Z" });

const coupon = z
  .strictObject({
    id: z.string().regex(/^[A-Z0-9_-]{1,64}$/, "expected capital letters, digits, - and _; buyers may type small ones"),
    percent: z.number().positive().max(100).optional(),
    amount: price.optional(),
    currency: currency.optional().describe("Of the amount"),
    plans: z.array(z.string()).min(1).optional().describe("Missing: all"),
    countries: z.array(country).min(1).optional(),
    starts_at: instant.optional(),
    ends_at: instant.optional(),
    limit: z.number().int().nonnegative().optional().describe("How often it may be used in all"),
    limit_per_buyer: z.number().int().positive().optional(),
  })
  .describe("Takes a share (percent) or a sum (amount and currency) off the first payment");

const seller = z.strictObject({
  name: text,
  address: text,
  tax_id: text.optional().describe("As it has to stand on invoices, with its country's letters"),
});

const sender = z.strictObject({
  app_name: text.max(60),
  support_email: z.email(),
  terms_address: z
    .url()
    .refine((address) => address.includes("{version}"), "expected {version} in it, where the version of the terms goes")
    .describe("Where each version of the terms can be read for good"),
  withdrawal_days: z
    .record(
      z.string().refine((code) => code === "EEA" || COUNTRY_CODES.has(code), `${COUNTRY_WORDS}, or EEA`),
      z.number().int().positive().max(366),
    )
    .default({})
    .describe("The days in which the law lets a buyer withdraw without a reason, by country, or EEA for all of these"),
  voluntary_withdrawal_days: z.number().int().nonnegative().max(366).default(14).describe("In all other countries"),
  money_back: moneyBack
    .optional()
    .describe(
      "The brand's own guarantee: for so many days from the first payment, or the first after a trial, buyers get their money back online without a reason",
    ),
  details_days: z
    .number()
    .int()
    .positive()
    .max(3660)
    .default(90)
    .describe(
      "For how many days after a payment its buyer can have the receipt made out to a name, company and VAT id",
    ),
  apps_without_codes: z.array(z.number().int()).default([]).describe("Apps that no code in a mail opens"),
});

/** The parts that catalogue-checks.ts looks at together. */
export const parts = { currency, plan, place, coupon };

export const catalogueSchema = z.strictObject({
  $schema: z.string().optional(),
  seller,
  sender,
  currency: currency.describe("Of prices where no local ones are: each plan needs a price in it"),
  currency_symbol: z.string().min(1).max(8),
  plans: z.array(plan).min(1).max(100),
  countries: z
    .record(country, place)
    .default({})
    .describe("Where prices are local ones, or have a tax in them. In all others the catalogue's currency is paid"),
  coupons: z.array(coupon).max(1000).default([]),
});
export type CatalogueFile = z.output<typeof catalogueSchema>;
export type FilePlan = z.output<typeof plan>;
export type FileCoupon = z.output<typeof coupon>;
