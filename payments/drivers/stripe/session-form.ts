import type { Opening } from "../driver";
import type { Form } from "./client";
import { toStripe } from "./currency";

const MINUTE = 60_000;
/**
 * Stripe's page lives for at least 30 minutes and at most 24 hours from when it is made; the rest is for clocks that are apart and calls
 * that are made again. It counts from the attempt, so that a call made again is the same, and one that is made too late is refused.
 */
const SHORTEST = 35 * MINUTE;
const LONGEST = (24 * 60 - 5) * MINUTE;
const SECONDS = 1000;

/** Ours, where Stripe writes them differently; the rest is the same, or Stripe does not have it. */
const LOCALES: Readonly<Record<string, string>> = { "zh-hans": "zh", "zh-hant": "zh-TW" };
/** Stripe answers an unknown one with an error. */
const KNOWN_LOCALES =
  "bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi " +
  "zh zh-HK zh-TW";

function localeOf(language: string | undefined): string {
  const locale = LOCALES[language?.toLowerCase() ?? ""] ?? language ?? "auto";
  return KNOWN_LOCALES.split(" ").includes(locale) ? locale : "auto";
}

/** What the first period costs, if not what the later ones do. */
type Beginning = "as_later" | "coupon" | "trial";

export function beginningOf({ price, period, renewal }: Opening): Beginning {
  if (renewal === undefined || renewal.amount === price.amount)
    return isSamePeriod(period, renewal) ? "as_later" : "trial";
  const isCheaper = price.amount > 0 && price.amount < renewal.amount;
  return isCheaper && isSamePeriod(period, renewal) ? "coupon" : "trial";
}

const isSamePeriod = (one: Opening["period"], other: Opening["renewal"]): boolean =>
  other === undefined || (one.interval === other.interval && one.interval_count === other.interval_count);

/** Made of the attempt, so that making it twice makes one. */
const couponOf = ({ attemptId }: Opening): string => `attempt-${attemptId}`;

/** What `coupon` takes off the first period. @throws Refused */
export function couponForm(opening: Opening): Form {
  const { price, renewal } = opening;
  const amount_off = toStripe({ ...price, amount: renewal?.amount ?? price.amount }) - toStripe(price);
  // The buyer reads its name; without one, its id.
  const name = opening.title.slice(0, 40);
  return {
    id: couponOf(opening),
    amount_off,
    currency: price.currency.toLowerCase(),
    duration: "once",
    max_redemptions: 1,
    name,
  };
}

/** The session of an attempt. @param suffix what statements say after the account's own name @throws Refused */
export function sessionForm(opening: Opening, suffix: string | undefined): Form {
  const metadata = { attempt: opening.attemptId, order: opening.orderId };
  const expiresAt = Math.min(Math.max(opening.expiresAt, opening.madeAt + SHORTEST), opening.madeAt + LONGEST);
  return {
    client_reference_id: opening.attemptId,
    metadata,
    customer_email: opening.email,
    locale: localeOf(opening.language),
    success_url: opening.returnUrl,
    cancel_url: opening.cancelUrl,
    expires_at: Math.floor(expiresAt / SECONDS),
    ...(opening.renewal === undefined
      ? {
          mode: "payment",
          line_items: [itemOf(opening, opening.price.amount)],
          payment_intent_data: { metadata, statement_descriptor_suffix: suffix },
        }
      : { mode: "subscription", ...subscriptionForm(opening, metadata) }),
  };
}

function subscriptionForm(opening: Opening, metadata: Form): Form {
  const { price, renewal } = opening;
  const later = itemOf(opening, renewal?.amount ?? price.amount, renewal);
  const beginning = beginningOf(opening);
  if (beginning === "as_later") return { line_items: [later], subscription_data: { metadata } };
  if (beginning === "coupon")
    return { line_items: [later], subscription_data: { metadata }, discounts: [{ coupon: couponOf(opening) }] };
  return {
    line_items: price.amount === 0 ? [later] : [later, itemOf(opening, price.amount)],
    subscription_data: { metadata, ...trialForm(opening) },
    payment_method_collection: "always",
  };
}

function itemOf({ price, title }: Opening, amount: number, recurring?: Opening["period"]): Form {
  return {
    quantity: 1,
    price_data: {
      currency: price.currency.toLowerCase(),
      unit_amount: toStripe({ ...price, amount }),
      product_data: { name: title },
      recurring: recurring && { interval: recurring.interval, interval_count: recurring.interval_count },
    },
  };
}

/** In days where a period has a number of them: they count from the payment on. `trial_end` has to be 48 hours away. */
function trialForm({ period, renewsAt }: Opening): Form {
  if (period.interval === "day") return { trial_period_days: period.interval_count };
  if (period.interval === "week") return { trial_period_days: 7 * period.interval_count };
  return { trial_end: renewsAt && Math.floor(renewsAt / SECONDS) };
}
