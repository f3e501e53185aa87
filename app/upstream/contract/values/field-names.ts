/**
 * Other names under which a payments API may send the fields that the site knows: add a backend's names here. Each of
 * our names has the names read in its place, in this order; "a.b" is b within a. The camelCase of our names is always
 * read too. A field under our own name comes first, unless it is null.
 */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

export const PLAN_NAMES: FieldNames = {
  id: ["plan_id", "planId", "plan_no", "plan_code", "code", "uuid"],
  product_id: ["product", "product_no", "sku", "goods_id"],
  interval: ["period", "period_unit", "billing_interval", "billing_period", "cycle", "duration"],
  interval_count: ["period_count", "billing_interval_count", "frequency", "cycle_count"],
  name: ["plan_name", "title", "display_name", "product_name"],
  price_discount_amount: ["discount_amount", "sale_price", "current_price", "discount_price"],
  price_amount: ["amount", "price", "original_price", "total_price", "price.amount"],
  price_unit: ["unit_price", "price_per_month", "month_price", "monthly_price"],
  price_deduction_amount: ["deduction_amount", "deduction"],
  trial_days: ["trial_period_days", "trial_period"],
  renews: ["auto_renew", "is_renewing", "recurring"],
  currency: ["currency_code", "price_currency", "price.currency"],
  currencySymbol: ["currency_symbol", "symbol"],
};

export const PRICE_NAMES: FieldNames = {
  product_id: ["id", "product"],
  currency: ["currency_code", "subscription.price.currency", "price.currency"],
  "subscription.price.gross": ["price.gross", "gross", "subscription.price", "price"],
};

export const GEO_NAMES: FieldNames = {
  user_ip: ["ip", "client_ip"],
  country: ["country_name", "country.name"],
  country_code: ["country_iso", "iso_code", "country.code"],
};

export const PROFILE_NAMES: FieldNames = {
  user_id: ["uid", "id", "user.id"],
  email: ["mail", "user_email", "user.email"],
  "vip.remain_time": ["vip.remaining", "vip_remain_time", "remain_time"],
};

export const SIGN_UP_NAMES: FieldNames = {
  token: ["access_token", "auth_token", "bearer", "user.token"],
  user_id: ["uid", "id", "user.user_id", "user.id"],
  expires_in: ["expires", "ttl"],
};

const ORDER_ID = ["order_no", "order_number", "order_sn", "out_trade_no", "order.order_id", "order.id", "id"];
const ADDRESSES = [
  "redirect_url",
  "web_url",
  "pay_link",
  "checkout_url",
  "payment_url",
  "pay_url",
  "approval_url",
  "url",
  "link",
];

/** The names of the address to pay at: our name for a call, and the names that other calls use. */
const payAddress = (ours: string): FieldNames => ({
  order_id: ORDER_ID,
  [ours]: ADDRESSES.filter((name) => name !== ours),
});

export const PD_NAMES = payAddress("pay_link");
export const PS_NAMES = payAddress("redirect_url");
export const RB_NAMES = payAddress("redirect_url");
export const SO_NAMES = payAddress("web_url");
export const RZ_NAMES: FieldNames = {
  ...payAddress("checkout_url"),
  key_id: ["key"],
  razorpay_order_id: ["rz_order_id", "gateway_order_id"],
};

/** The payment's status comes before the subscription's: an active subscription may still be unpaid. */
export const RESULT_NAMES: FieldNames = {
  order_id: ORDER_ID,
  status: ["payment_status", "pay_status", "order_status", "subscription_status", "trade_status", "state", "result"],
  plan_id: ["plan"],
  amount: ["total_amount", "paid_amount"],
  currency: ["currency_code"],
  "vip.remain_time": ["vip_remain_time", "remain_time"],
  redirect_url: ADDRESSES.filter((name) => name !== "redirect_url"),
};

export const COUPON_NAMES: FieldNames = {
  valid: ["is_valid", "available", "usable"],
  coupon_id: ["coupon", "coupon_code"],
  "discount.type": ["discount_type"],
  "discount.value": ["discount_value", "discount.amount", "discount.percent"],
  "discount.currency": ["discount_currency"],
};

export const INVOICE_NAMES: FieldNames = {
  invoice_id: ["invoice_no", "invoice_number", "id"],
  order_id: ["order_no", "order_number"],
  issued_at: ["issued", "created_at", "create_time", "created", "date", "paid_at"],
  description: ["title", "product_name", "plan_name", "name"],
  amount: ["total", "total_amount", "price"],
  currency: ["currency_code"],
  status: ["state", "invoice_status"],
};

export const SENT_NAMES: FieldNames = { sent: ["success", "ok"] };

/** Providers under their makers' names. */
export const PROVIDER_NAMES = {
  pd: ["paddle"],
  ps: ["payssion", "paypal"],
  rz: ["razorpay"],
  rb: ["rebilly"],
  so: ["solidgate"],
} as const;

export const PARAMS_NAMES: FieldNames = {
  providers: ["payment_methods", "payment_providers", "methods"],
  "recaptcha.site_key": ["recaptcha_site_key"],
};

/** Field names for a list besides our own. */
export const LIST_NAMES = ["list", "items", "records", "rows", "results", "data"];

/** Where an error's or a success's code may be. */
export const CODE_NAMES = ["code", "errno", "errcode", "error_code", "error.code"];
