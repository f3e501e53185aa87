import Big from "big.js";
import { z } from "zod";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { type Driver, takesCurrency } from "../drivers/driver";
import { isWithinYears } from "../drivers/periods";
import { type FileCoupon, type FilePlan, isCurrency, parts } from "./catalogue-schema";
import type { Mistake } from "./mistakes";

/** The parts of a catalogue that can be read, whatever is wrong with others: all mistakes are told at once. */
const readable = z.object({
  currency: parts.currency.optional().catch(undefined),
  plans: z.array(parts.plan.optional().catch(undefined)).catch([]),
  countries: z.record(z.string(), parts.place.optional().catch(undefined)).catch({}).default({}),
  coupons: z.array(parts.coupon.optional().catch(undefined)).catch([]).default([]),
});
type Readable = z.output<typeof readable>;

/** Who takes the money, as far as it decides what can be sold. */
export type Sellers = readonly Pick<Driver, "name" | "can">[];

/** What is wrong between the parts of a catalogue. @param sellers undefined: they are not known */
export function crossMistakes(file: unknown, sellers: Sellers | undefined): Mistake[] {
  const parsed = readable.safeParse(file);
  if (!parsed.success) return [];
  const plans = parsed.data.plans.flatMap((plan, at) =>
    plan ? [...planMistakes(parsed.data, plan, at), ...renewalMistakes(plan, sellers, at)] : [],
  );
  const coupons = parsed.data.coupons.flatMap((coupon, at) => (coupon ? couponMistakes(parsed.data, coupon, at) : []));
  return [...twice(parsed.data), ...currencyMistakes(parsed.data, sellers), ...plans, ...coupons];
}

function twice({ plans, coupons }: Readable): Mistake[] {
  return [
    ...repeated(plans.map((plan) => plan?.id)).map((at) => used(["plans", at, "id"])),
    ...repeated(plans.map((plan) => plan?.product_id)).map((at) => used(["plans", at, "product_id"])),
    ...repeated(coupons.map((coupon) => coupon?.id)).map((at) => used(["coupons", at, "id"])),
  ];
}

const used = (path: Mistake["path"]): Mistake => ({ path, expected: "expected one that no other has" });

const repeated = (values: readonly unknown[]): number[] =>
  values.flatMap((value, at) => (value !== undefined && values.indexOf(value) < at ? [at] : []));

function planMistakes(file: Readable, plan: FilePlan, at: number): Mistake[] {
  const path = ["plans", at];
  const pricePath = [...path, "prices"];
  return [
    ...Object.entries(plan.prices).flatMap(([key, price]) => priceMistakes(file, { key, price, path: pricePath })),
    ...missingPrices(file, plan, pricePath),
    ...amountMistakes(file, plan, path),
    ...Object.entries(plan.prices).flatMap(([key, price]) =>
      trialShareMistakes(file, plan, { key, price, path: pricePath }),
    ),
  ];
}

/** What renews has to be taken by one of the providers at least. */
function renewalMistakes(plan: FilePlan, sellers: Sellers | undefined, at: number): Mistake[] {
  if (!plan.renews || !sellers || sellers.some(({ can }) => isWithinYears(plan, can.renewYears))) return [];
  const most = sellers.map(({ name, can }) => `${name} renews after ${can.renewYears * 12} months at most`).join(", ");
  return [{ path: ["plans", at, "interval_count"], expected: `expected a shorter period, or renews: false: ${most}` }];
}

/** What is paid somewhere has to be taken by one of the providers at least. */
function currencyMistakes({ currency, countries }: Readable, sellers: Sellers | undefined): Mistake[] {
  if (!sellers) return [];
  const paid = Object.entries(countries).map(([code, place]) => ({
    path: ["countries", code, "currency"],
    code: place?.currency,
  }));
  const names = sellers.map(({ name }) => name).join(", ");
  return [{ path: ["currency"], code: currency }, ...paid].flatMap(({ path, code }) =>
    code === undefined || sellers.some(({ can }) => takesCurrency(can, code))
      ? []
      : [{ path, expected: `expected a currency that a provider takes, which ${names} does not` }],
  );
}

interface NamedPrice {
  /** A currency or a country. */
  key: string;
  price: number;
  path: Mistake["path"];
}

function priceMistakes({ countries }: Readable, { key, price, path }: NamedPrice): Mistake[] {
  const currency = key.length === 2 ? countries[key]?.currency : key;
  if (key.length === 2 && !Object.hasOwn(countries, key))
    return [{ path: [...path, key], expected: `expected a country that countries has` }];
  if (key.length === 3 && !isCurrency(key)) return [{ path: [...path, key], expected: "there is no such currency" }];
  return currency === undefined ? [] : decimalMistakes(price, currency, [...path, key]);
}

/** Two at most, also where a currency has three: the site rounds local prices to two, and Stripe takes no third one. */
function decimalMistakes(amount: number, currency: string, path: Mistake["path"]): Mistake[] {
  const decimals = Math.min(decimalsOf(currency), 2);
  if (Big(amount).round(decimals).eq(amount)) return [];
  return [
    {
      path,
      expected: `expected ${decimals === 0 ? "a whole amount" : `at most ${decimals} decimals`}, as ${currency} has`,
    },
  ];
}

/** Where plans have to be sold, each has a price. */
function missingPrices({ currency, countries }: Readable, { prices }: FilePlan, path: Mistake["path"]): Mistake[] {
  const isMissing = (code: string, country?: string) => {
    return prices[code] === undefined && (country === undefined || prices[country] === undefined);
  };
  const base =
    currency !== undefined && isMissing(currency)
      ? [{ path: [...path, currency], expected: "expected a price in the catalogue's currency" }]
      : [];
  const local = Object.entries(countries).filter(
    ([country, place]) => place && place.currency !== currency && isMissing(place.currency, country),
  );
  const wanting = new Set(local.flatMap(([, place]) => place?.currency ?? []));
  return [
    ...base,
    ...[...wanting].map((code) => {
      const where = local.flatMap(([country, place]) => (place?.currency === code ? [country] : []));
      return { path: [...path, code], expected: `expected a price, which is paid in ${where.join(", ")}` };
    }),
  ];
}

/** Amounts in the catalogue's currency. */
function amountMistakes(
  { currency }: Readable,
  { prices, full_price, trial }: FilePlan,
  path: Mistake["path"],
): Mistake[] {
  const price = currency === undefined ? undefined : prices[currency];
  if (currency === undefined || price === undefined) return [];
  const full = [...path, "full_price"];
  const trialPrice = [...path, "trial", "price"];
  return [
    ...(full_price === undefined ? [] : decimalMistakes(full_price, currency, full)),
    ...(full_price !== undefined && full_price < price
      ? [{ path: full, expected: `expected no less than the price, ${price}` }]
      : []),
    ...(trial ? decimalMistakes(trial.price, currency, trialPrice) : []),
    ...(trial && trial.price > price
      ? [{ path: trialPrice, expected: `expected no more than the price, ${price}` }]
      : []),
    ...(trial?.without_method && trial.price > 0
      ? [{ path: trialPrice, expected: "expected 0 where no way to pay is asked for" }]
      : []),
  ];
}

/** A trial costs the same share of the local price as of the plan's own: where there are no cents, it has to come out without. */
function trialShareMistakes(file: Readable, { prices, trial }: FilePlan, { key, price, path }: NamedPrice): Mistake[] {
  const own = file.currency === undefined ? undefined : prices[file.currency];
  const currency = key.length === 2 ? file.countries[key]?.currency : key;
  if (!trial || own === undefined || currency === undefined || decimalsOf(currency) > 0) return [];
  const share = Big(trial.price).times(price).div(own).round(2, Big.roundHalfUp);
  if (share.round(0).eq(share)) return [];
  return [
    {
      path: [...path, key],
      expected: `expected a price of which the trial is a whole amount: it would cost ${share} ${currency}`,
    },
  ];
}

function couponMistakes(file: Readable, coupon: FileCoupon, at: number): Mistake[] {
  const path = ["coupons", at];
  const { percent, amount, currency, starts_at, ends_at } = coupon;
  const isOneOfThem = (percent === undefined) !== (amount === undefined);
  return [
    ...(isOneOfThem ? [] : [{ path, expected: "expected either percent, or amount and currency" }]),
    ...(isOneOfThem && (amount === undefined) !== (currency === undefined)
      ? [{ path: [...path, "currency"], expected: "expected with an amount, and only there" }]
      : []),
    ...(starts_at && ends_at && Date.parse(starts_at) >= Date.parse(ends_at)
      ? [{ path: [...path, "ends_at"], expected: "expected later than starts_at" }]
      : []),
    ...(amount !== undefined && currency !== undefined
      ? fixedMistakes(file, { ...coupon, amount, currency }, path)
      : []),
    ...unknownPlans(file, coupon, path),
  ];
}

function unknownPlans({ plans }: Readable, coupon: FileCoupon, path: Mistake["path"]): Mistake[] {
  // A plan that cannot be read may be the one that is meant.
  if (plans.includes(undefined)) return [];
  return (coupon.plans ?? []).flatMap((id, at) =>
    plans.some((plan) => plan?.id === id)
      ? []
      : [{ path: [...path, "plans", at], expected: "expected the id of a plan" }],
  );
}

/** A sum only comes off prices in its own currency. */
function fixedMistakes(
  file: Readable,
  coupon: FileCoupon & { amount: number; currency: string },
  path: Mistake["path"],
): Mistake[] {
  const { amount, currency, countries } = coupon;
  const decimals = decimalMistakes(amount, currency, [...path, "amount"]);
  if (countries === undefined)
    return [...decimals, { path: [...path, "countries"], expected: `expected the countries that pay in ${currency}` }];
  const paidIn = (country: string) => file.countries[country]?.currency ?? file.currency;
  const foreign = countries.flatMap((country, at) =>
    paidIn(country) === currency
      ? []
      : [{ path: [...path, "countries", at], expected: `expected a country that pays in ${currency}` }],
  );
  return [...decimals, ...foreign];
}
