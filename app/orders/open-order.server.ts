import { purchaseFields } from "~/checkout/form-fields.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import type { Period } from "~/offers/period";
import { agreementText, hashOfText, hasMonthsNotice } from "~/offers/sale/agreement.server";
import type { SaleKind } from "~/offers/sale/sale-kind";
import { paths } from "~/paths";
import type { Purchase, ReturnAddresses } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { tokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import type { Agreement, SoldAs } from "~/upstream/contract/agreement";
import type { PurchaseBody } from "~/upstream/contract/purchase-result";
import { resumeLink } from "~/upstream/contract/subscriptions";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type Opening, openingAfter } from "./opening.server";
import {
  type AnyOrder,
  isOfOtherBrowser,
  type OpenedOrder,
  type Order,
  orderToken,
  saleOfOrder,
} from "./order-token.server";
import { purchaseFacts } from "./purchase-log.server";

/** How a purchase call is sent. */
export interface PurchaseSending {
  /** The token of the bot check that came with the form. */
  botToken?: string | undefined;
  /** The payments API honours idempotency keys, so a call whose result is unknown may be sent again. */
  isKeyHonoured: boolean;
}

/** Sends an order's purchase call. It runs to its end even if nobody waits any more. Never throws UpstreamError. */
export async function sendPurchase(order: Order, visitor: Visitor, sending: PurchaseSending): Promise<Opening> {
  try {
    const purchase = await purchaseOf(order, sending);
    const caller = { ...callerFor(order, visitor), signal: undefined };
    const { orderId, handOff } = await providerOf(order.provider).open(purchase, caller);
    const { address } = handOff;
    return { kind: "opened", order: { ...order, orderId, handOff: address ? { ...handOff, address } : undefined } };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const refusal = visitor.caller.bearer === undefined ? undefined : tokenRefusal(error);
    return refusal === undefined
      ? openingAfter(error, order, visitor, sending.isKeyHonoured)
      : { kind: "signedOut", refusal };
  }
}

/** The caller for requests about an order: the visitor, with the app that the order was made for. */
export const callerFor = (order: AnyOrder, { caller }: Visitor): Caller => ({
  ...caller,
  appType: order.appType,
  purchase: purchaseFacts(order),
});

async function purchaseOf(order: Order, { isKeyHonoured, botToken }: PurchaseSending): Promise<Purchase> {
  const { product, attempt, channel } = order;
  // What the call ends with is remembered even if it is late.
  const runsOnMs = env().purchaseCeilingMs;
  return {
    body: bodyOfPurchase(order),
    product,
    addresses: await returnAddresses(order),
    attempt,
    options: { idempotencyKey: attempt, isKeyHonoured, xFrom: channel, runsOnMs },
    botToken,
  };
}

/** The body of the purchase call; always the same for the same order, as idempotency requires. */
export const bodyOfPurchase = (order: Order): PurchaseBody => ({
  ...purchaseFields(order),
  plan_id: order.plan,
  coupon_id: order.coupon,
  amount: order.amount,
  currency: order.currency,
  order_id: order.retryOf,
  user_id: order.userId,
  sign_timestamp: order.link?.signTimestamp,
  sign: order.link?.sign,
  browser: order.browser,
  language: order.lang,
  terms_version: order.terms,
  agreement: agreementOfOrder(order),
  _cps: order.cps,
  store_token: order.storeToken,
});

/** What was agreed to with an order, for the payments API: always the same for the same order. Without the words where the site has others by now. */
function agreementOfOrder(order: Order): Agreement | undefined {
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

/** The return addresses hold the order as it was before it had an id, so that a repeated call has the same body. */
export async function returnAddresses(order: Order): Promise<ReturnAddresses> {
  const token = await orderToken({ ...order, orderId: undefined, handOff: undefined });
  const absolute = (path: string) => new URL(path, env().publicOrigin).href;
  return {
    returnUrl: absolute(paths.providerReturn(order.provider, token)),
    cancelUrl: absolute(paths.providerReturn(order.provider, token, { cancelled: true })),
  };
}

/**
 * Tells a payments API that has the call where a buyer who has not paid can go on, for a mail that brings them back. Nobody waits for it,
 * and where it fails there is no such mail. Not for another browser's order, which its visitor may not pay, nor where nothing is to be paid.
 */
export function recordResumeLink(order: OpenedOrder, visitor: Visitor): void {
  if (isOfOtherBrowser(order) || order.handOff === undefined) return;
  sendResumeLink(order, visitor).catch((err) => {
    log.warn({ requestId: visitor.requestId, ...purchaseFacts(order), err }, "the way back to an order was not told");
  });
}

async function sendResumeLink(order: OpenedOrder, visitor: Visitor): Promise<void> {
  const { bearer, signal, onTokenRefused, ...caller } = callerFor(order, visitor);
  if (!(await hasOptionalCall("resume_link", caller, visitor))) return;
  const { orderId: order_id, email, lang: language } = order;
  const url = new URL(paths.paystatus(language, await orderToken(order)), env().publicOrigin).href;
  await call(resumeLink, { body: { order_id, email, url, language } }, caller, { circuit: "optional" });
}
