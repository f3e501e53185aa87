import Big from "big.js";
import { pricePerMonth } from "~/upstream/contract/values/plan-period";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import type { Sender } from "../../mails/letter";
import type { CatalogueFile, FileCoupon, FilePlan } from "./catalogue-schema";
import type { Coupon } from "./coupons";
import type { MoneyBack } from "./money-back";
import { type LocalPrices, rounded, type SoldPlan } from "./plans";

/** What is sold at present, at which prices, and by whom. What was sold before is with each attempt: see sold.ts. */
export interface Catalogue {
  plans: readonly SoldPlan[];
  coupons: readonly Coupon[];
  /** As it stands on invoices. */
  seller: string;
  /** Who writes. */
  sender: Sender;
  /** Where a version of the terms can be read for good. */
  termsAt(version: string): string;
  /** The days in which the law lets a buyer withdraw, by region: see valueIn. */
  withdrawalDays: Readonly<Record<string, number>>;
  /** The same where no law says so. */
  voluntaryWithdrawalDays: number;
  /** The brand's own guarantee, counted from the first payment. */
  moneyBack: MoneyBack | undefined;
  /** For how many days after a payment its buyer can have the receipt made out otherwise. */
  detailsDays: number;
  /** No code is mailed for them. */
  appsWithoutCodes: readonly number[];
}

export function catalogueOf(file: CatalogueFile): Catalogue {
  const { seller, sender } = file;
  const company = [seller.name, seller.address, ...(seller.tax_id === undefined ? [] : [seller.tax_id])].join(", ");
  return {
    plans: file.plans.map((plan) => planOf(file, plan)),
    coupons: file.coupons.map(couponOf),
    seller: company,
    sender: { appName: sender.app_name, supportEmail: sender.support_email, company },
    termsAt: (version) => sender.terms_address.replaceAll("{version}", encodeURIComponent(version)),
    withdrawalDays: sender.withdrawal_days,
    voluntaryWithdrawalDays: sender.voluntary_withdrawal_days,
    moneyBack: sender.money_back,
    detailsDays: sender.details_days,
    appsWithoutCodes: sender.apps_without_codes,
  };
}

export const planById = ({ plans }: Pick<Catalogue, "plans">, id: string): SoldPlan | undefined =>
  plans.find((one) => one.id === id);

/** Finds a coupon in any case and with spaces around it. */
export const couponById = ({ coupons }: Pick<Catalogue, "coupons">, id: string): Coupon | undefined =>
  coupons.find((one) => one.id === id.trim().toUpperCase());

function planOf(file: CatalogueFile, plan: FilePlan): SoldPlan {
  const { currency, currency_symbol: currencySymbol } = file;
  const { id, product_id, interval, interval_count, renews, trial, prices } = plan;
  const price = priceIn(plan, currency);
  return {
    id,
    product_id,
    interval,
    interval_count,
    renews,
    currency,
    currencySymbol,
    price_discount_amount: price,
    price_amount: plan.full_price ?? price,
    price_unit: rounded(Big(pricePerMonth(price, plan)), currency),
    money: `${currencySymbol}${price.toFixed(decimalsOf(currency))}`,
    ...(trial && { trial_price: trial.price, trial_days: trial.days, trial_without_method: trial.without_method }),
    local: localPrices(file, prices),
  };
}

/** The checks have seen that it is there. */
function priceIn({ id, prices }: FilePlan, currency: string): number {
  const price = prices[currency];
  if (price === undefined) throw new Error(`The plan ${id} has no price in ${currency}`);
  return price;
}

function localPrices({ countries }: CatalogueFile, prices: FilePlan["prices"]): LocalPrices {
  const local = Object.entries(countries).flatMap(([country, { currency, tax }]) => {
    const gross = prices[country] ?? prices[currency];
    return gross === undefined ? [] : [[country, { currency, tax, gross }] as const];
  });
  return new Map(local);
}

function couponOf({ id, percent, amount, currency, plans, countries, ...rest }: FileCoupon): Coupon {
  const { starts_at: startsAt, ends_at: endsAt, limit, limit_per_buyer: limitPerBuyer } = rest;
  const discount =
    amount === undefined
      ? { type: "percent" as const, value: percent ?? 0 }
      : { type: "amount" as const, value: amount, currency: currency ?? "" };
  return { id, discount, plans, countries, startsAt, endsAt, limit, limitPerBuyer };
}
