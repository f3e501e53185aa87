import { isAttemptOf } from "~/checkout/form-fields.server";
import { env } from "~/env.server";
import { goWithout } from "~/errors/errors.server";
import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { isSamePrice } from "~/offers/offer";
import { type PeriodView, periodView } from "~/offers/period";
import type { AgreedView } from "~/offers/sale/agreed-list";
import { agreedView, paymentsText } from "~/offers/sale/agreed-view.server";
import { type BillView, billView } from "~/offers/sale/line-views.server";
import { purchaseBeside } from "~/orders/earlier-order.server";
import { isOtherThanAgreed } from "~/orders/order-agreement.server";
import { orderPrice, placeOfOrder, renewalOf } from "~/orders/order-price";
import type { OrderStatus } from "~/orders/order-status.server";
import { type AnyOrder, isOfOtherBrowser, orderToken, saleOfOrder } from "~/orders/order-token.server";
import { purchaseFacts } from "~/orders/purchase-log.server";
import { redemptionCodeFor } from "~/orders/to-app/redemption.server";
import { type WaysToApp, waysToApp } from "~/orders/to-app/ways-to-app.server";
import { receiptKey } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { providerOf } from "~/providers/providers.server";
import type { Profile } from "~/upstream/account.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import { lastPaidDay, renewalDay } from "~/upstream/contract/deadlines";
import { invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { identifier } from "~/upstream/contract/values/scalars";
import { userAgentOf } from "~/visitor/browser/device.server";
import { paidHereCookie } from "~/visitor/sealed-cookies.server";
import type { Visitor } from "~/visitor/visitor.server";

type KnownOrder = Extract<OrderStatus, { kind: "known" }>;

/** What was bought. An order from an app has neither lines nor an e-mail address. */
export interface Bought {
  orderId: string;
  period?: PeriodView;
  /** Missing where the payments API does not say what was paid. */
  bill?: BillView;
  coupon?: string;
  /** The day the plan ends, as text; missing where it renews. */
  until?: string;
  email?: string;
  /** The merchant as the buyer's card statement will name it. */
  statement?: string;
  /** What follows, and what was agreed. */
  agreed: AgreedView;
  /** Something else was sold than was agreed to: what was agreed, and what was sold. */
  other?: { agreed: string; sold: string };
}

/** The order's receipts key, for whoever made it; undefined where the API tells none, and for everybody else. */
export const receiptKeyOf = (known: KnownOrder): Promise<string | undefined> => receiptKey(ownOf(known).receipts);

/**
 * The Set-Cookie header by which the browser that made the order remembers it, and finds its receipts again; undefined for every other
 * browser that the order's link is opened in.
 */
export async function ownOrderCookie(
  request: Request,
  known: KnownOrder,
  { browser }: Visitor,
): Promise<string | undefined> {
  const { order, result } = known;
  if (order.kind !== "site" || isOfOtherBrowser(known.order) || !isAttemptOf(browser, order.attempt)) return undefined;
  const { orderId, provider, appType, plan, email } = order;
  const owner = invoiceOwner.safeParse(result.receipts).data;
  return paidHereCookie(request, { orderId, provider, appType, plan, email, owner });
}

/** Who looks at what was bought. */
interface Asking {
  visitor: Visitor;
  /** The order's receipts key. */
  key: string | undefined;
  /** The account the visitor is signed in to. */
  profile: Profile | undefined;
  request: Request;
}

export async function boughtView(lang: LocaleCode, { order, result }: KnownOrder, asking: Asking): Promise<Bought> {
  const price = orderPrice(order, result);
  const agreed = order.kind === "site" && price && isSamePrice(price, order) ? order : undefined;
  return {
    orderId: result.order_id ?? order.orderId,
    period: order.period && periodView(lang, order.period),
    bill: price && billView(lang, agreed?.items ?? [], price),
    until: hasRenewal(order, result) ? undefined : lastDay(lang, order, result),
    ...(order.kind === "site" ? { coupon: agreed?.coupon, email: order.email } : {}),
    statement: isCharged(order, result) ? await statementName(order, asking.visitor) : undefined,
    agreed: agreedAtSale(lang, order, result, asking),
    other: otherThanAgreed(lang, order, result),
  };
}

function otherThanAgreed(lang: LocaleCode, order: AnyOrder, result: PurchaseResult): Bought["other"] {
  const agreed = order.kind === "site" ? saleOfOrder(order) : undefined;
  if (agreed === undefined || !isOtherThanAgreed(order, result)) return undefined;
  log.error(purchaseFacts(order), "another price or other terms were sold than the buyer agreed to");
  const { today, next } = agreed;
  const then = next.kind === "ends" ? "none" : { ...next, currency: today.currency };
  const price = orderPrice(order, result) ?? today;
  return {
    agreed: paymentsText(lang, today, then),
    sold: paymentsText(lang, price, renewalOf(order, result) ?? then),
  };
}

/** An app's purchase was agreed in the app. The way to cancel stands beside the receipts, where there are any. */
function agreedAtSale(lang: LocaleCode, order: AnyOrder, result: PurchaseResult, asking: Asking): AgreedView {
  if (order.kind === "app") return { facts: [], refunds: [] };
  const { appType, country, terms: termsVersion } = order;
  const cancelAt = receiptsAt(lang, asking) === undefined ? paths.cancel(lang) : undefined;
  const isPaid = isCharged(order, result);
  return agreedView(lang, { appType, country, next: renewalOf(order, result), cancelAt, termsVersion, isPaid });
}

/** Something was charged, or will be. */
function isCharged(order: AnyOrder, result: PurchaseResult): boolean {
  const next = renewalOf(order, result);
  return orderPrice(order, result)?.amount !== 0 || (next !== undefined && next !== "none");
}

/** A plan that renews does not end on that day: what is shown is its next payment (agreedAtSale). */
function hasRenewal(order: AnyOrder, result: PurchaseResult): boolean {
  const next = renewalOf(order, result);
  return order.kind === "site" && next !== undefined && next !== "none";
}

/** The last day of a plan, from the remaining seconds. */
function lastDay(lang: LocaleCode, order: AnyOrder, result: PurchaseResult): string | undefined {
  const { remain_time: remainSeconds } = result.vip ?? {};
  if (!remainSeconds) return undefined;
  const here = { now: Date.now(), place: placeOfOrder(order) };
  return formatDay(lang, lastPaidDay(remainSeconds, endAsShown(order, result), here));
}

/** When what was bought ends: as the payments API says, else as it was shown at the sale. */
function endAsShown(order: AnyOrder, { renewal }: PurchaseResult): string | undefined {
  if (renewal !== undefined) return renewalDay(renewal, placeOfOrder(order));
  return order.kind === "site" ? order.next?.on : undefined;
}

/** Told to buyers so that they recognise the charge and do not dispute it; the page works without it. */
async function statementName(order: AnyOrder, visitor: Visitor): Promise<string | undefined> {
  if (order.kind === "app") return undefined;
  const params = await loadPaymentParams(visitor.caller, visitor).catch((error) =>
    goWithout("statement name", visitor, error),
  );
  return params && providerOf(order.provider).statementName(params);
}

/** How a buyer gets to what they have bought. */
export interface Access {
  /** The plan belongs to an account that the app already knows. */
  isInApp: boolean;
  /** The next step carries a code, good for so long, and nobody has to sign in to the app; missing: it carries none. */
  codeSeconds?: number;
  /** The next step: to the app. */
  app: WaysToApp;
  receiptsAt?: string;
  /** The key in that address, for the other pages about what was paid. */
  receiptKey?: string;
  /** Buys the other plan whose form the buyer came from, although this order is paid. */
  otherPlanAt?: string;
  /** What a buyer without an account in the app should write down. */
  keep?: { accountId?: string; receiptsLink?: string };
}

export async function accessOf(lang: LocaleCode, known: KnownOrder, asking: Asking): Promise<Access> {
  const { order } = known;
  const isKnownToApp = isInApp(order, asking);
  const { key } = asking;
  const { account, receipts } = ownOf(known);
  const { appType } = order;
  const letIn = await redemptionCodeFor({ orderId: order.orderId, appType, receipts }, asking.visitor);
  const userAgent = userAgentOf(asking.request);
  return {
    isInApp: isKnownToApp,
    codeSeconds: letIn?.seconds,
    app: waysToApp(lang, appType, { userAgent, isInApp: isKnownToApp, code: letIn?.code }),
    receiptsAt: receiptsAt(lang, asking),
    receiptKey: isSignedInByLink(asking) ? undefined : key,
    otherPlanAt: await otherPlanAt(lang, order, asking),
    keep: keepOf(order, asking, account, key && absolute(lang, key)),
  };
}

async function otherPlanAt(lang: LocaleCode, order: AnyOrder, { request, visitor }: Asking) {
  const plan = identifier.safeParse(new URL(request.url).searchParams.get("other"));
  if (order.kind !== "site" || !plan.success) return undefined;
  return paths.payment(lang, plan.data, { order: await orderToken(purchaseBeside(order, visitor.browser)) });
}

function keepOf(order: AnyOrder, asking: Asking, account: PurchaseResult["account"], receiptsLink: string | undefined) {
  const isNeeded = order.kind === "site" && !isInApp(order, asking);
  if (!isNeeded || (receiptsLink ?? account) === undefined) return undefined;
  return { accountId: account?.user_id.toString(), receiptsLink };
}

/** An account that its buyer has signed in to on this site, by e-mail and by no app's link, is in no app yet. */
function isInApp(order: AnyOrder, { visitor, profile }: Asking): boolean {
  if (order.kind === "app") return true;
  const isSignedInHere = visitor.session === undefined && profile?.user_id === order.userId;
  return order.userId !== undefined && !isSignedInHere;
}

/**
 * The order's key and its account are only for the buyer who made the order: not for whoever was led to it, and not for a visitor who
 * only knows an app purchase's id. The key opens that order alone, so it matters not who the buyer is.
 */
const ownOf = (known: KnownOrder): Pick<PurchaseResult, "receipts" | "account"> =>
  known.order.kind === "site" && !isOfOtherBrowser(known.order) ? known.result : {};

function receiptsAt(lang: LocaleCode, asking: Asking): string | undefined {
  if (isSignedInByLink(asking)) return paths.receipts(lang);
  return asking.key && paths.receipts(lang, { key: asking.key });
}

/** Then all of the account's receipts open without a key. A link whose token was not accepted may open nothing. */
const isSignedInByLink = ({ visitor: { session }, profile }: Asking): boolean =>
  session !== undefined && profile?.user_id === session.user_id;

const absolute = (lang: LocaleCode, key: string): string =>
  new URL(paths.receipts(lang, { key }), env().publicOrigin).href;
