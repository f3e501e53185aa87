import Big from "big.js";
import type { Money } from "~/i18n/money";
import type { LocalPrice, Plan } from "~/upstream/contract/catalogue";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import type { Period } from "./period";

interface Trial {
  readonly price: number;
  readonly period: Period;
  /** It asks for no way to pay, and ends by itself. */
  readonly isWithoutMethod: boolean;
}

/** A plan at a price in the buyer's currency: what a visitor chooses from. */
export interface Offer {
  readonly planId: string;
  readonly productId: string;
  readonly period: Period;
  readonly amounts: PlanAmounts;
  readonly trial: Trial | undefined;
  /** The price to pay today: the trial's where there is one, else the period's; minus the coupon. */
  readonly dueToday: number;
  /** The coupon that is in `dueToday`. */
  readonly coupon: AppliedCoupon | undefined;
  /** The price of every later period. */
  readonly renewal: number;
  /** False: the plan is sold once, and what is bought ends by itself. */
  readonly renews: boolean;
  /** False where there was no local price, so the amounts are the plan's own. */
  readonly isLocal: boolean;
  /** Those that can take it at this price; undefined: all on offer. */
  readonly providers: readonly string[] | undefined;
}

export function makeOffer(plan: Plan, local: LocalPrice | undefined): Offer {
  const isLocal = canLocalise(plan, local);
  const amounts = isLocal ? localAmounts(plan, local) : baseAmounts(plan);
  const trial =
    amounts.trial === undefined || !plan.trial_days
      ? undefined
      : {
          price: amounts.trial,
          period: { unit: "day", count: plan.trial_days } as const,
          isWithoutMethod: plan.trial_without_method,
        };
  return {
    planId: plan.id,
    productId: plan.product_id,
    period: { unit: plan.interval, count: plan.interval_count },
    amounts,
    trial,
    dueToday: trial?.price ?? amounts.price,
    coupon: undefined,
    renewal: amounts.undiscounted,
    renews: plan.renews,
    isLocal,
    providers: (isLocal ? local.providers : undefined) ?? plan.providers,
  };
}

/** The offer at its full price, for a buyer who has used the plan's trial before. Has no coupon. */
export const withoutTrial = (offer: Offer): Offer => ({
  ...offer,
  trial: undefined,
  dueToday: offer.amounts.price,
  coupon: undefined,
});

/** The offer with a coupon deducted from the price today; undefined where its discount is in another currency. */
export function withCoupon(offer: Offer, coupon: Coupon): Offer | undefined {
  const { discount } = coupon;
  if (discount.type === "amount" && discount.currency !== offer.amounts.currency) return undefined;
  const dueToday = discounted(priceOf(offer), coupon);
  return { ...offer, dueToday, coupon: { ...coupon, off: Big(offer.dueToday).minus(dueToday).toNumber() } };
}

const MONTHS: Readonly<Partial<Record<Period["unit"], number>>> = { month: 1, year: 12 };

/**
 * The share that an offer saves of what as many months cost by the monthly plan, as a fraction rounded down to whole percents; 0 where
 * nothing is saved, or there is no monthly plan in the same currency.
 */
export function savedShare({ period, renewal, amounts: { currency } }: Offer, offers: readonly Offer[]): number {
  const months = (MONTHS[period.unit] ?? 0) * period.count;
  const monthly = offers.find(
    (offer) => offer.period.unit === "month" && offer.period.count === 1 && offer.amounts.currency === currency,
  );
  const byMonth = Big(monthly?.renewal ?? 0).times(months);
  return byMonth.gt(renewal) ? byMonth.minus(renewal).div(byMonth).round(2, Big.roundDown).toNumber() : 0;
}

/** The tax contained in the price today, at the same share as in the local price; undefined where it is not known. */
export function taxToday({ amounts: { tax, price, currency }, dueToday }: Offer): number | undefined {
  if (tax === undefined || price === 0) return undefined;
  const share = rounded(Big(tax).times(dueToday).div(price), currency);
  return share > 0 ? share : undefined;
}

/** The offer with the lowest price per month, among those in the most frequent currency; of equal ones the first. */
export function bestValue(offers: readonly Offer[]): Offer | undefined {
  const currency = commonCurrency(offers);
  return offers
    .filter(({ amounts }) => amounts.currency === currency)
    .reduce<Offer | undefined>(
      (best, offer) => (best === undefined || offer.amounts.perMonth < best.amounts.perMonth ? offer : best),
      undefined,
    );
}

/** A plan without a local price keeps another currency, and amounts of two currencies cannot be compared. */
function commonCurrency(offers: readonly Offer[]): string | undefined {
  const countOf = (currency: string) => offers.filter(({ amounts }) => amounts.currency === currency).length;
  const currencies = offers.map(({ amounts }) => amounts.currency);
  return currencies.reduce<string | undefined>(
    (most, currency) => (most === undefined || countOf(currency) > countOf(most) ? currency : most),
    undefined,
  );
}

/** The price to pay today. */
export const priceOf = ({ dueToday, amounts }: Offer): Money => ({ amount: dueToday, currency: amounts.currency });

export const isSamePrice = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

/**
 * One line of an order's price. Amounts are in major units of the order's currency; negative ones are deducted.
 * `tax` is contained in `dueToday`, not added to it. The checkout, the status page and the receipt show the same
 * lines.
 */
export type LineItem =
  | { kind: "plan" | "discount" | "deduction" | "coupon" | "dueToday"; amount: number }
  | { kind: "trial"; amount: number; period: Period }
  /** What it is called on the spot, such as VAT, and its rate in percent; both where they are known. */
  | { kind: "tax"; amount: number; name?: string; rate?: number };

/** What makes up the amount due today, in reading order, then that amount, then the tax in it where it is known. */
export function lineItems(offer: Offer): LineItem[] {
  const tax = taxToday(offer);
  return [
    ...priceLines(offer),
    // 0 - 0 is 0, where -0 would be shown with a sign.
    ...(offer.coupon === undefined ? [] : [{ kind: "coupon" as const, amount: 0 - offer.coupon.off }]),
    { kind: "dueToday", amount: offer.dueToday },
    ...(tax === undefined ? [] : [{ kind: "tax" as const, amount: tax, ...offer.amounts.taxName }]),
  ];
}

function priceLines({ amounts: { full, price, deduction }, trial }: Offer): LineItem[] {
  if (trial !== undefined) return [{ kind: "trial", amount: trial.price, period: trial.period }];
  const undiscounted = Big(price).plus(deduction).toNumber();
  const discount = Big(full).minus(undiscounted).toNumber();
  // Without a discount the regular price is what is paid, so that rounding never leaves a cent unexplained.
  const items: LineItem[] = [{ kind: "plan", amount: Math.max(full, undiscounted) }];
  if (discount > 0) items.push({ kind: "discount", amount: -discount });
  if (deduction > 0) items.push({ kind: "deduction", amount: -deduction });
  return items;
}

/** An amount that was computed, as it is paid and shown: half a cent goes up; a yen has no cents. The one place that rounds prices. */
const rounded = (amount: Big, currency: string): number =>
  amount.round(decimalsOf(currency), Big.roundHalfUp).toNumber();

/** The amounts of a plan, all in one currency; major units. */
interface PlanAmounts {
  readonly currency: string;
  /** What the period cost before, where the payments API says since when that was asked; else what it costs without a credit. */
  readonly full: number;
  /** What the period costs today. */
  readonly price: number;
  /** The part of `price` that is tax, where it is known. */
  readonly tax: number | undefined;
  readonly taxName: LocalPrice["taxName"];
  readonly perMonth: number;
  readonly trial: number | undefined;
  /** The credit for a member's current plan; already deducted from `price`. */
  readonly deduction: number;
  /** What the period costs without it, and every later one. */
  readonly undiscounted: number;
}

const undiscounted = ({ price_discount_amount: price, price_deduction_amount: deduction }: Plan): number =>
  Big(price).plus(deduction).toNumber();

export function baseAmounts(plan: Plan): PlanAmounts {
  return {
    currency: plan.currency,
    full: plan.regular_since === undefined ? undiscounted(plan) : plan.price_amount,
    price: plan.price_discount_amount,
    tax: undefined,
    taxName: undefined,
    perMonth: plan.price_unit,
    trial: plan.trial_price ?? undefined,
    deduction: plan.price_deduction_amount,
    undiscounted: Big(plan.price_discount_amount).plus(plan.price_deduction_amount).toNumber(),
  };
}

/** A ratio needs two amounts above zero: a free plan or an empty answer keeps the base price. */
export const canLocalise = (plan: Plan, local: LocalPrice | undefined): local is LocalPrice =>
  local !== undefined && local.gross > 0 && plan.price_discount_amount > 0;

/**
 * The plan's amounts in the buyer's currency: each is multiplied by the local gross price over the plan's discounted
 * price, in exact decimals, and rounded once at the end.
 */
export function localAmounts(plan: Plan, local: LocalPrice): PlanAmounts {
  const base = baseAmounts(plan);
  // To two decimals in any currency: so the specification has it.
  const scaled = (amount: number) =>
    Big(amount).times(local.gross).div(plan.price_discount_amount).round(2, Big.roundHalfUp).toNumber();
  return {
    currency: local.currency,
    // A ratio makes no price that anybody has asked.
    full: local.regular ?? scaled(undiscounted(plan)),
    price: rounded(Big(local.gross), local.currency),
    tax: local.tax,
    taxName: local.taxName,
    perMonth: scaled(base.perMonth),
    trial: base.trial === undefined ? undefined : scaled(base.trial),
    deduction: scaled(base.deduction),
    undiscounted: scaled(base.undiscounted),
  };
}

/** A coupon the payments API has accepted, by the API's own spelling, and what it takes off. */
export interface Coupon {
  readonly id: string;
  readonly discount:
    | { readonly type: "percent"; readonly value: number }
    | { readonly type: "amount"; readonly value: number; readonly currency: string };
}

/** A coupon in a price, and how much it takes off there. */
type AppliedCoupon = Coupon & { readonly off: number };

const LONGEST_COUPON = 64;
const COUPON_TEXT = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** Whether a text can be a coupon at all; if not, no call of the payments API is needed. */
export const isCouponId = (text: string): boolean => text.length <= LONGEST_COUPON && COUPON_TEXT.test(text);

/** Ignores case and spaces around the text, as buyers type both. */
export const isSameCoupon = (one: string, other: string): boolean => spelled(one) === spelled(other);

const spelled = (id: string) => id.trim().toUpperCase();

/** A price after a coupon: at least 0, rounded once, as the payments API does. */
export function discounted({ amount, currency }: Money, { discount }: Coupon): number {
  const exact =
    discount.type === "percent"
      ? Big(amount).times(Big(100).minus(discount.value)).div(100)
      : Big(amount).minus(discount.value);
  return exact.lte(0) ? 0 : rounded(exact, currency);
}
