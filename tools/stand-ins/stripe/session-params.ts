import { z } from "zod";
import { type Objects, StripeError } from "./objects";
import { anyObject, type Session } from "./shapes";

const whole = z.coerce.number().int();
const metadata = z.record(z.string(), z.string()).default({});
const priceData = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: whole.nonnegative(),
  product_data: z.strictObject({ name: z.string().min(1) }),
  recurring: z.strictObject({ interval: z.enum(["day", "week", "month", "year"]), interval_count: whole }).optional(),
});

/** As a form has them. Whatever else is sent is an unknown parameter, as at Stripe. */
export const sessionParams = z.strictObject({
  mode: z.enum(["payment", "subscription"]),
  client_reference_id: z.string().max(200),
  metadata,
  customer_email: z.email(),
  locale: z.string(),
  success_url: z.url(),
  cancel_url: z.url(),
  expires_at: whole,
  line_items: z.array(z.strictObject({ quantity: z.literal("1"), price_data: priceData })).min(1),
  payment_intent_data: z
    .strictObject({ metadata, statement_descriptor_suffix: z.string().max(22).optional() })
    .optional(),
  subscription_data: z
    .strictObject({ metadata, trial_end: whole.optional(), trial_period_days: whole.min(1).max(730).optional() })
    .optional(),
  discounts: z.array(z.strictObject({ coupon: z.string() })).optional(),
  payment_method_collection: z.literal("always").optional(),
});
type SessionParams = z.output<typeof sessionParams>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function check({ expires_at, line_items, mode, subscription_data }: SessionParams, now: number): void {
  const wrong = (param: string) => new StripeError(400, "invalid_request_error", "parameter_invalid", param);
  if (expires_at < now + 30 * MINUTE || expires_at > now + 24 * HOUR) throw wrong("expires_at");
  if (line_items.some(({ price_data }) => price_data.recurring) !== (mode === "subscription")) throw wrong("mode");
  if ((subscription_data?.trial_end ?? Number.POSITIVE_INFINITY) < now + 48 * HOUR) throw wrong("trial_end");
}

/** @throws StripeError */
export function newSession(objects: Objects, origin: string, params: SessionParams): Session {
  const now = objects.seconds;
  check(params, now);
  const { subscription_data, discounts = [], line_items } = params;
  const items = line_items.map(({ price_data: { product_data, recurring, unit_amount } }) => ({
    amount: unit_amount,
    name: product_data.name,
    recurring,
  }));
  const isTrial = subscription_data?.trial_end !== undefined || subscription_data?.trial_period_days !== undefined;
  const today = items.filter(({ recurring }) => !(isTrial && recurring)).reduce((sum, { amount }) => sum + amount, 0);
  const off = discounts.reduce((sum, { coupon }) => sum + objects.get(couponShape, coupon).amount_off, 0);
  const id = objects.newId("cs_test");
  return {
    id,
    object: "checkout.session",
    created: now,
    amount_subtotal: today,
    amount_total: Math.max(0, today - off),
    automatic_tax: { enabled: false, status: null },
    cancel_url: params.cancel_url,
    client_reference_id: params.client_reference_id,
    currency: line_items[0]?.price_data.currency ?? "usd",
    customer: null,
    customer_email: params.customer_email,
    expires_at: params.expires_at,
    invoice: null,
    livemode: false,
    locale: params.locale,
    metadata: params.metadata,
    mode: params.mode,
    payment_intent: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    shipping_options: [],
    status: "open",
    subscription: null,
    success_url: params.success_url,
    url: `${origin}/pay/${id}`,
    _items: items,
    _trial_end: subscription_data?.trial_end,
    _trial_days: subscription_data?.trial_period_days,
    _metadata: (params.payment_intent_data ?? subscription_data)?.metadata ?? {},
  };
}

const couponShape = anyObject.extend({ amount_off: z.number() });

export const couponParams = z.strictObject({
  id: z.string(),
  amount_off: whole.positive(),
  currency: z.string(),
  duration: z.literal("once"),
  max_redemptions: whole,
  name: z.string().max(40),
});
