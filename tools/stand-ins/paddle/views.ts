import type { Address, Adjustment, Customer, Price, Subscription, Transaction } from "./books";

/** Tax is in every price: 20 % here, wherever the buyer lives. */
const taxIn = (total: number): number => Math.round(total / 6);

const partsOf = (total: number, discount = 0) => ({
  subtotal: `${total - taxIn(total) + discount}`,
  discount: `${discount}`,
  tax: `${taxIn(total)}`,
  total: `${total}`,
});

/** What is due, in the smallest unit. */
export const dueOf = ({ lines, discount }: Pick<Transaction, "lines" | "discount">): number =>
  lines.reduce((sum, { total }) => sum + total, -discount);

const dates = ({ created_at }: { created_at: string }) => ({ created_at, updated_at: created_at });
const unchanged = { status: "active", custom_data: null, import_meta: null };

const productView = ({ product_id: id, product }: Price, made: { created_at: string }) => ({
  ...{ id, ...product, type: "custom", description: null, image_url: null },
  ...unchanged,
  ...dates(made),
});

const priceView = ({ product: _, billing_cycle, trial_period, ...price }: Price, made: { created_at: string }) => ({
  ...{ ...price, type: "custom", unit_price_overrides: [] },
  billing_cycle: billing_cycle ?? null,
  trial_period: trial_period ?? null,
  ...unchanged,
  ...dates(made),
});

const CARD = { type: "visa", last4: "4242", expiry_month: 5, expiry_year: 2028, cardholder_name: "A Buyer" };

/** @param adjustments where they are asked for, too */
export function transactionView(one: Transaction, page: string, adjustments?: readonly Adjustment[]) {
  const { lines, discount, payments, page: _, ...rest } = one;
  const { currency_code, billed_at, status } = rest;
  const due = dueOf(one);
  const isPaid = status === "completed";
  const totals = { ...partsOf(due, discount), credit: "0", credit_to_balance: "0", balance: isPaid ? "0" : `${due}` };
  return {
    ...rest,
    ...{ business_id: null, discount_id: null, billing_details: null, collection_mode: "automatic", revised_at: null },
    invoice_id: billed_at && rest.id.replace("txn", "inv"),
    invoice_number: billed_at && `325-${rest.id.slice(-5)}`,
    items: lines.map(({ price }) => ({ price: priceView(price, one), quantity: 1, proration: null })),
    details: {
      tax_rates_used: [{ tax_rate: "0.2", totals: partsOf(due, discount) }],
      totals: { ...totals, grand_total: `${due}`, fee: null, earnings: null, currency_code },
      payout_totals: null,
      adjusted_payout_totals: null,
      line_items: lines.map(({ id, price, total }) => lineView(id, price, total, one)),
    },
    payments: payments.map(({ id, method: type, ...payment }) => ({
      ...{ payment_attempt_id: id, stored_payment_method_id: id, payment_method_id: null, amount: `${due}` },
      ...payment,
      method_details: { type, card: type === "card" ? CARD : null },
    })),
    checkout: { url: page },
    ...(adjustments && { adjustments: adjustments.map(adjustmentView) }),
  };
}

function lineView(id: string, price: Price, total: number, made: Transaction) {
  const totals = partsOf(total);
  const product = productView(price, made);
  return {
    id,
    price_id: price.id,
    quantity: 1,
    proration: null,
    tax_rate: "0.2",
    unit_totals: totals,
    totals,
    product,
  };
}

export function adjustmentView({ items, ...one }: Adjustment) {
  const total = items.reduce((sum, item) => sum + item.total, 0);
  const { discount: _, ...totals } = partsOf(total);
  return {
    ...one,
    credit_applied_to_balance: null,
    items: items.map(({ total, ...item }) => ({
      ...{ ...item, amount: `${total}`, proration: null },
      totals: { subtotal: `${total - taxIn(total)}`, tax: `${taxIn(total)}`, total: `${total}` },
    })),
    totals: { ...totals, fee: "0", earnings: "0", currency_code: one.currency_code },
    payout_totals: null,
  };
}

/** @param page where a buyer changes how they pay */
export function subscriptionView({ price, ...one }: Subscription, page: string) {
  const { status, current_billing_period: period, created_at } = one;
  const isOver = status === "canceled";
  const next_billed_at = isOver ? null : period.ends_at;
  const item = {
    quantity: 1,
    recurring: true,
    previously_billed_at: period.starts_at,
    next_billed_at,
    trial_dates: null,
  };
  return {
    ...one,
    current_billing_period: isOver ? null : period,
    scheduled_change: one.scheduled_change && { ...one.scheduled_change, resume_at: null },
    ...{ business_id: null, discount: null, collection_mode: "automatic", billing_details: null, import_meta: null },
    ...{ started_at: created_at, first_billed_at: created_at, next_billed_at, paused_at: null, updated_at: created_at },
    management_urls: { update_payment_method: page, cancel: page },
    items: [
      { ...item, status: "active", ...dates(one), price: priceView(price, one), product: productView(price, one) },
    ],
  };
}

export const customerView = (one: Customer) => ({
  ...{ ...one, name: null, marketing_consent: false, locale: "en" },
  ...unchanged,
  ...dates(one),
});

export const addressView = (one: Address) => ({
  ...{ ...one, description: null, first_line: null, second_line: null, city: null, region: null },
  ...unchanged,
  ...dates(one),
});
