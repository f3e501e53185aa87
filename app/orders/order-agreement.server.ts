import type { Period } from "~/offers/period";
import { agreementText, hashOfText, hasMonthsNotice } from "~/offers/sale/agreement.server";
import type { AgreedSale, SaleKind } from "~/offers/sale/sale-kind";
import type { Agreement, SoldAs } from "~/upstream/contract/agreement";
import { addDays, renewalDay } from "~/upstream/contract/deadlines";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { orderPrice, placeOfOrder } from "./order-price";
import type { AnyOrder, Order } from "./order-token.server";

/** What was agreed to with an order; undefined where its token is from before that was in it. */
export function saleOfOrder({ sale, next, items, period, amount, currency }: Order): AgreedSale | undefined {
  if (sale === undefined || next === undefined) return undefined;
  const trial = items.find((item) => item.kind === "trial");
  const { on } = next;
  return {
    kind: sale,
    length: trial?.period ?? period,
    today: { amount, currency },
    next: next.amount === undefined ? { kind: "ends", on } : { kind: "renews", on, amount: next.amount, period },
  };
}

/** The same for the payments API, always the same for the same order. Without the words where the site has others by now. */
export function agreementOfOrder(order: Order): Agreement | undefined {
  const sale = saleOfOrder(order);
  const { textHash: text_hash } = order;
  if (sale === undefined || text_hash === undefined) return undefined;
  const { kind, length, today, next } = sale;
  const selling = sellingTermsOf(order.appType);
  const text = agreementText(order.lang, sale, { selling, country: order.country });
  const months_notice = hasMonthsNotice(sale, selling, order.country) || undefined;
  const tax = order.items.find((item) => item.kind === "tax");
  return {
    sale: soldAs(kind, today.amount),
    length: lengthOf(length),
    renewal:
      next.kind === "ends"
        ? undefined
        : { amount: next.amount, ...lengthOf(next.period), first_on: next.on, months_notice },
    tax: tax && { amount: tax.amount, included: true },
    text: hashOfText(text) === text_hash ? text : undefined,
    text_hash,
  };
}

const lengthOf = ({ unit: interval, count: interval_count }: Period) => ({ interval, interval_count });

function soldAs(kind: SaleKind, today: number): SoldAs {
  if (kind === "trial") return today > 0 ? "paid_trial" : "free_trial";
  return kind === "freeTrial" ? "trial_without_method" : kind;
}

/**
 * Whether the payments API says that an order costs more than was agreed to, or in another currency, or that it renews otherwise: where it
 * should not, for more, or earlier by more than a day: it may count in UTC. What the API does not say is as agreed.
 */
export function isOtherThanAgreed(order: AnyOrder, result: PurchaseResult): boolean {
  const agreed = order.kind === "site" ? saleOfOrder(order) : undefined;
  if (agreed === undefined) return false;
  const { today, next } = agreed;
  const price = orderPrice(order, result) ?? today;
  if (price.currency !== today.currency || price.amount > today.amount) return true;
  const { renewal } = result;
  if (renewal === undefined) return false;
  if (next.kind === "ends" || renewal.currency !== today.currency || renewal.amount > next.amount) return true;
  return renewalDay(renewal, placeOfOrder(order)) < addDays(next.on, -1);
}
