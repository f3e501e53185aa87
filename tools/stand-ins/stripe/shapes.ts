import { z } from "zod";

const text = z.string();
const base = { id: text, object: text, created: z.number() };
const metadata = z.record(text, text);

/** The stand-in's own objects, as far as it reads them again; they keep whatever else they have. */
export const item = z.looseObject({
  amount: z.number(),
  name: text,
  recurring: z.object({ interval: z.enum(["day", "week", "month", "year"]), interval_count: z.number() }).optional(),
});

/** `_` begins what Stripe has elsewhere, and does not show here. */
export const session = z.looseObject({
  ...base,
  mode: z.enum(["payment", "subscription"]),
  status: text,
  payment_status: text,
  currency: text,
  amount_total: z.number(),
  expires_at: z.number(),
  success_url: text,
  cancel_url: text,
  payment_intent: text.nullable(),
  subscription: text.nullable(),
  _items: z.array(item),
  _trial_end: z.number().optional(),
  _trial_days: z.number().optional(),
  _metadata: metadata,
});
export type Session = z.output<typeof session>;

export const intent = z.looseObject({
  ...base,
  amount: z.number(),
  currency: text,
  status: text,
  metadata,
  invoice: text.nullable(),
});
export type Intent = z.output<typeof intent>;

export const charge = z.looseObject({
  ...base,
  amount: z.number(),
  amount_captured: z.number(),
  amount_refunded: z.number(),
  currency: text,
  payment_intent: text,
});
export type Charge = z.output<typeof charge>;

export const subscription = z.looseObject({
  ...base,
  status: text,
  current_period_start: z.number(),
  current_period_end: z.number(),
  latest_invoice: text,
  _item: item,
  _currency: text,
});
export type Subscription = z.output<typeof subscription>;

export const invoice = z.looseObject({ ...base, status: text, amount_due: z.number(), subscription: text });
export type Invoice = z.output<typeof invoice>;

export const anyObject = z.looseObject(base);
