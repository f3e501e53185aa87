import type { Opening, Renewal } from "../driver";
import type { Form } from "../form";
import { pageLanguage, shortText } from "../page-texts";
import { firstPeriod } from "../periods";
import { toStripe } from "./currency";

const MINUTE = 60_000;
/**
 * Stripe's page lives for at least 30 minutes and at most 24 hours from when it is made; the rest is for clocks that are apart and calls
 * that are made again. It counts from the attempt, so that a call made again is the same, and one that is made too late is refused.
 */
const SHORTEST = 35 * MINUTE;
const LONGEST = (24 * 60 - 5) * MINUTE;

/** Stripe answers an unknown one with an error. */
const LANGUAGES = `bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro
  ru sk sl sv th tr vi zh zh-HK zh-TW`;

/** The session of an attempt. @param suffix what statements say after the account's own name @throws Refused */
export function sessionForm(opening: Opening, suffix: string | undefined): Form {
  const { attemptId, madeAt, price, renewal } = opening;
  const metadata = { attempt: attemptId, order: opening.orderId };
  const expiresAt = Math.min(Math.max(opening.expiresAt, madeAt + SHORTEST), madeAt + LONGEST);
  const payment = {
    mode: "payment",
    line_items: [itemOf(opening, price.amount)],
    payment_intent_data: { metadata, statement_descriptor_suffix: suffix },
  };
  return {
    client_reference_id: attemptId,
    metadata,
    customer_email: opening.email,
    locale: pageLanguage(opening.language, LANGUAGES) ?? "auto",
    success_url: opening.returnUrl,
    cancel_url: opening.cancelUrl,
    expires_at: Math.floor(expiresAt / 1000),
    ...(renewal === undefined ? payment : { mode: "subscription", ...subscriptionForm(opening, renewal, metadata) }),
  };
}

const couponOf = ({ attemptId }: Opening): string => `attempt-${attemptId}`;

/** What takes off the first period what it costs less; undefined: nothing does. @throws Refused */
export function couponForm(opening: Opening): Form | undefined {
  const { price, renewal, title } = opening;
  if (renewal === undefined || firstPeriod(opening, renewal) !== "for_less") return undefined;
  return {
    id: couponOf(opening),
    amount_off: toStripe({ ...price, amount: renewal.amount }) - toStripe(price),
    currency: price.currency.toLowerCase(),
    duration: "once",
    max_redemptions: 1,
    // The buyer reads it; without one, its id.
    name: shortText(title, 40),
  };
}

function subscriptionForm(opening: Opening, renewal: Renewal, metadata: Form): Form {
  const later = itemOf(opening, renewal.amount, renewal);
  const first = firstPeriod(opening, renewal);
  if (first !== "trial") {
    const discounts = first === "same" ? undefined : [{ coupon: couponOf(opening) }];
    return { line_items: [later], subscription_data: { metadata }, discounts };
  }
  return {
    line_items: opening.price.amount === 0 ? [later] : [later, itemOf(opening, opening.price.amount)],
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
function trialForm({ period: { interval, interval_count: count }, renewsAt }: Opening): Form {
  if (interval === "day" || interval === "week") return { trial_period_days: interval === "day" ? count : 7 * count };
  return { trial_end: renewsAt && Math.floor(renewsAt / 1000) };
}
