import type { z } from "zod";
import { redemption } from "~/upstream/contract/apps/redemptions";
import { commonParams, type Plan, plan, prices } from "~/upstream/contract/catalogue";
import { checkCoupon } from "~/upstream/contract/coupons";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import { type ApiError, apiError } from "~/upstream/contract/errors";
import { type Invoice, invoiceList } from "~/upstream/contract/invoices";
import {
  pdPrepurchase,
  psPurchase,
  rbCreateSubscription,
  rzPurchase,
  soPurchase,
} from "~/upstream/contract/purchase-calls";
import { liveOrder } from "~/upstream/contract/purchase-result";
import { anonymousSignup } from "~/upstream/contract/sign-up";
import { type Subscription, subscriptionList } from "~/upstream/contract/subscriptions";
import { geoInfo, profile } from "~/upstream/contract/visitor";

type Overrides<S extends z.ZodType> = Partial<z.input<S>>;
const price = prices.answer.shape.products.element;
const subscription = subscriptionList.answer.shape.subscriptions.element;
const invoice = invoiceList.answer.shape.invoices.element;

/** A plan of one year for $59.99. */
export function makePlan(overrides: Overrides<typeof plan> = {}): Plan {
  return plan.parse({
    id: "year",
    product_id: "1001",
    interval: "year",
    interval_count: 1,
    price_discount_amount: 59.99,
    price_amount: 119.88,
    regular_since: "2026-06-01",
    price_unit: 5,
    money: "$59.99",
    currency: "USD",
    currencySymbol: "$",
    ...overrides,
  });
}

/** What makePlan's plan costs in Spain. */
export function makePrice(overrides: Overrides<typeof price> = {}): z.output<typeof price> {
  return price.parse({
    product_id: "1001",
    currency: "EUR",
    subscription: { price: { gross: 54.99, net: 45.45, tax: 9.54 } },
    ...overrides,
  });
}

/** An order that is paid and granted. */
export function makeResult(overrides: Overrides<typeof liveOrder> = {}): z.output<typeof liveOrder> {
  return liveOrder.parse({
    order_id: "ord_1",
    status: "success",
    order_state: "done",
    money_taken: "yes",
    provider_status: "settle_ok",
    plan_id: "year",
    amount: 59.99,
    currency: "USD",
    vip: { remain_time: 31_536_000 },
    ...overrides,
  });
}

/** A code for an app, good for ten minutes from now. */
export const makeRedemption = (overrides: Overrides<typeof redemption.answer> = {}): AnswerOf<typeof redemption> =>
  redemption.answer.parse({
    code: "c0de-of-43-letters_".padEnd(43, "x"),
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    ...overrides,
  });

/** An order whose buyer now goes to the hosted page. */
export function makeSoOrder(overrides: Overrides<typeof soPurchase.answer> = {}): AnswerOf<typeof soPurchase> {
  return soPurchase.answer.parse({ order_id: "ord_1", web_url: "https://pay.test/so/ord_1", ...overrides });
}

/** The contract's purchase of makePlan's plan. */
export function makeSoPurchase(overrides: Overrides<typeof soPurchase.body> = {}): z.input<typeof soPurchase.body> {
  return {
    plan_id: "year",
    email: "buyer@example.com",
    country_code: "US",
    amount: 59.99,
    currency: "USD",
    return_url: "http://localhost:3000/return/so",
    cancel_url: "http://localhost:3000/return/so",
    ...overrides,
  };
}

/** An address in the United States. */
export function makeGeo(overrides: Overrides<typeof geoInfo.answer> = {}): AnswerOf<typeof geoInfo> {
  return geoInfo.answer.parse({ user_ip: "192.0.2.1", country: "United States", country_code: "US", ...overrides });
}

/** A member without a running subscription. */
export function makeProfile(overrides: Overrides<typeof profile.answer> = {}): AnswerOf<typeof profile> {
  return profile.answer.parse({ user_id: 42, email: "member@example.com", is_password_set: 1, ...overrides });
}

/** Every provider on offer. */
export function makeParams(overrides: Overrides<typeof commonParams.answer> = {}): AnswerOf<typeof commonParams> {
  return commonParams.answer.parse({ providers: ["pd", "rz", "rb", "ps", "so"], idempotency_keys: true, ...overrides });
}

/** A coupon that takes a fifth off. */
export function makeCoupon(overrides: Overrides<typeof checkCoupon.answer> = {}): AnswerOf<typeof checkCoupon> {
  return checkCoupon.answer.parse({
    valid: true,
    coupon_id: "WELCOME20",
    product_id: "1001",
    discount: { type: "percent", value: 20 },
    price_amount: 47.99,
    ...overrides,
  });
}

/** A refusal of the payments API: `makeApiError({ code: 40001, error: { code: "coupon_expired", message: "…" } })`. */
export function makeApiError(overrides: Overrides<typeof apiError> = {}): ApiError {
  return apiError.parse({ code: 40000, error: { code: "bad_request", message: "Bad request" }, ...overrides });
}

/** An order whose buyer now goes to the pay link. */
export function makePdOrder(overrides: Overrides<typeof pdPrepurchase.answer> = {}): AnswerOf<typeof pdPrepurchase> {
  return pdPrepurchase.answer.parse({
    order_id: "ord_1",
    product_id: "1001",
    passthrough: "ord_1",
    pay_link: "https://pay.test/pd/ord_1",
    ...overrides,
  });
}

/** An order whose buyer now goes to the wallet. */
export function makePsOrder(overrides: Overrides<typeof psPurchase.answer> = {}): AnswerOf<typeof psPurchase> {
  return psPurchase.answer.parse({
    order_id: "ord_1",
    transaction_id: "tr_1",
    status: "pending",
    redirect_url: "https://pay.test/ps/ord_1",
    ...overrides,
  });
}

/** An order whose buyer is now sent to the provider by a form; 59.99 in minor units. */
export function makeRzOrder(overrides: Overrides<typeof rzPurchase.answer> = {}): AnswerOf<typeof rzPurchase> {
  return rzPurchase.answer.parse({
    order_id: "ord_1",
    key_id: "rzp_test_1",
    razorpay_order_id: "order_1",
    amount: 5999,
    currency: "USD",
    name: "VPN",
    description: "1 year",
    prefill: { email: "buyer@example.com" },
    callback_url: "http://localhost:3000/return/rz",
    cancel_url: "http://localhost:3000/return/rz",
    checkout_url: "https://pay.test/rz/checkout",
    ...overrides,
  });
}

/** A subscription whose buyer now goes to the provider's page. */
export function makeRbOrder(
  overrides: Overrides<typeof rbCreateSubscription.answer> = {},
): AnswerOf<typeof rbCreateSubscription> {
  return rbCreateSubscription.answer.parse({
    order_id: "ord_1",
    status: "pending",
    redirect_url: "https://pay.test/rb/ord_1",
    ...overrides,
  });
}

/** A new account. */
export function makeSignUp(overrides: Overrides<typeof anonymousSignup.answer> = {}): AnswerOf<typeof anonymousSignup> {
  return anonymousSignup.answer.parse({
    user_id: 42,
    token: "42.token",
    email: "member@example.com",
    is_new: true,
    ...overrides,
  });
}

/** The receipt for makePlan's plan. */
export function makeInvoice(overrides: Overrides<typeof invoice> = {}): Invoice {
  return invoice.parse({
    invoice_id: "inv_1",
    order_id: "ord_1",
    issued_at: "2026-01-31T12:00:00Z",
    description: "1 year",
    amount: 59.99,
    currency: "USD",
    status: "paid",
    plan_id: "year",
    ...overrides,
  });
}

/** A subscription to makePlan's plan that renews. */
export function makeSubscription(overrides: Overrides<typeof subscription> = {}): Subscription {
  return subscription.parse({
    subscription_id: "sub_1",
    order_id: "ord_1",
    plan_id: "year",
    state: "active",
    source: "web",
    bought_at: "2025-06-30T12:00:00Z",
    renewal: { on: "2026-06-30T12:00:00Z", amount: 59.99, currency: "USD" },
    ends_at: "2026-06-30T12:00:00Z",
    ...overrides,
  });
}
