import { onceFor, recordEvent } from "~/analytics/record-event.server";
import type { CheckedForm } from "~/checkout/check-form.server";
import type { CheckoutContext } from "~/checkout/checkout-context.server";
import { continuedOf, isAttemptOf } from "~/checkout/form-fields.server";
import { type FormResponse, mistaken } from "~/checkout/form-response.server";
import type { PaidBefore } from "~/checkout/paid-before-view.server";
import type { Quote } from "~/checkout/quote.server";
import { lineItems } from "~/offers/offer";
import { signatureOf } from "~/sealing.server";
import { isOwnToken } from "~/security/bot-check/bot-check.server";
import { lastDayOf, type Profile } from "~/upstream/account.server";
import { forgetCatalogue, hasOptionalCall } from "~/upstream/catalogue.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { Campaign } from "~/visitor/attribution/attribution";
import { mayBeMember, type ProvenUser, provenUser } from "~/visitor/identity/auth.server";
import { UNNUMBERED } from "~/visitor/sealed-cookies.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { Opening } from "./opening.server";
import { isOfOtherBrowser, type Order, type SentOrders } from "./order-token.server";
import { isSentHere, openOrder } from "./purchase.server";

/** The result of placing an order: where the buyer goes next, or why the payments API refused the order. */
type Placed =
  | { kind: "handOff"; order: Order }
  /** Nothing is left to pay, or the result is not known yet: the order's status page shows more. */
  | { kind: "follow"; order: Order }
  | { kind: "refused"; response: FormResponse };

/** What the browser knows of earlier orders. */
interface Before {
  /** The order that this is a further attempt at. */
  earlier: Order | undefined;
  sent: SentOrders;
  campaign: Campaign;
}

/** Records that a checked form goes to the payments API, once for each form. */
export function recordPayment(request: Request, { form, provider, quote }: CheckedForm): void {
  const { plan, amount, currency } = quote;
  const id = onceFor("pay_submit", form.attempt);
  const { front_id: frontId, time_zone } = form;
  const scripts = time_zone === undefined ? "off" : "on";
  recordEvent(request, "pay_submit", { plan_id: plan, provider, amount, currency }, { id, frontId, scripts });
}

/** Places a checked form's order. The same form sent again is the same order: its purchase call is not repeated. */
export async function placeOrder(checked: CheckedForm, context: CheckoutContext, before: Before): Promise<Placed> {
  const storeToken = await storeTokenFor(context.visitor, before.earlier);
  const order = { ...orderOf(checked, context, before), storeToken };
  const number = isSentHere(order) ? undefined : before.sent.get(order.attempt);
  if (number !== undefined)
    return { kind: "follow", order: number === UNNUMBERED ? order : { ...order, orderId: number } };
  if (!isSentHere(order) && isFromBefore(checked.quote, context.paid))
    return { kind: "refused", response: { kind: "paidBefore" } };
  return placed(await openOrder(order, context.visitor, checked.botToken), checked.quote, context.visitor);
}

/**
 * Whether a form was shown before its buyer paid in another tab, so that it has not told them. For any address and any plan: a
 * second charge by mistake costs more than one more press where it is meant.
 */
const isFromBefore = ({ issuedAt }: Quote, paid: PaidBefore | undefined): boolean =>
  paid?.next !== undefined && issuedAt < Math.floor(paid.paidAt / 1000);

/**
 * The store's token that this purchase came from: of this browser, or in another one that of the first attempt. Only for a payments API that
 * wants it.
 */
async function storeTokenFor({ storeToken: here, caller, isCj }: Visitor, earlier: Order | undefined) {
  const storeToken = here?.storeToken ?? earlier?.storeToken;
  const isWanted = storeToken !== undefined && (await hasOptionalCall("store_tokens", caller, { isCj }));
  return isWanted ? storeToken : undefined;
}

/** The order that a form describes, before it has an id in the payments API. */
function orderOf(
  { form, provider, offer, quote, botToken }: CheckedForm,
  { lang, visitor, profile }: CheckoutContext,
  { earlier, campaign }: Before,
): Order {
  return {
    kind: "site",
    ...retryOf(earlier, quote.plan),
    ...continuedOf(form),
    provider,
    attempt: form.attempt,
    isTokenSpent: botToken === undefined || isOwnToken(botToken) ? undefined : true,
    plan: quote.plan,
    product: offer.productId,
    period: offer.period,
    sale: quote.sale,
    // On the day that the form said: the same form sent later is the same order.
    next: { on: quote.on, amount: quote.renewal },
    terms: quote.terms,
    textHash: quote.textHash,
    items: lineItems(offer),
    coupon: quote.coupon?.id,
    amount: quote.amount,
    currency: quote.currency,
    lang,
    appType: visitor.appType,
    ...userIn(provenUser(visitor, profile)),
    ...accountAtSale(provider, visitor, profile),
    browser: browserOf(form.attempt, visitor, earlier),
    // Another browser has no affiliate cookie, so the first attempt's is used.
    cps: visitor.cps ?? earlier?.cps,
    channel: visitor.channel ?? earlier?.channel,
    // A form has an id for analytics only from somebody who may be tracked.
    campaign: form.front_id === undefined ? undefined : { ...earlier?.campaign, ...campaign },
  };
}

/**
 * What all attempts of one browser share. Whoever goes on with an order by its link stays its buyer in any browser. Where cookies are
 * refused each form is a browser of its own, so that the same form sent twice is one purchase.
 */
function browserOf(attempt: string, { browser }: Visitor, earlier: Order | undefined): string {
  const isGoneOnWith = earlier?.orderId !== undefined && !isOfOtherBrowser(earlier);
  if (isGoneOnWith && earlier.browser !== undefined) return earlier.browser;
  return signatureOf("browser", isAttemptOf(browser, attempt) ? browser : attempt);
}

/**
 * The account that gets the plan, with what the payments API needs to believe it. Whoever signed up by typing an address is told to the API
 * by their token alone: it knows best what that is worth.
 */
function userIn(user: ProvenUser): Pick<Order, "userId" | "link"> {
  switch (user.kind) {
    case "nobody":
    case "signedUp":
      return {};
    case "member":
      return { userId: user.userId };
    case "linked":
      return { userId: user.userId, link: { signTimestamp: user.signTimestamp, sign: user.sign } };
  }
}

/**
 * Of an order of which not every payments API tells how it stands: its member's time, which then may tell it. Whoever signed up by typing
 * an address is told nothing of that account's.
 */
const accountAtSale = (
  provider: ProviderCode,
  visitor: Visitor,
  profile: Profile | undefined,
): Pick<Order, "account"> =>
  profile === undefined || provider !== "pd" || !mayBeMember(visitor)
    ? {}
    : { account: { userId: profile.user_id, endsOn: lastDayOf(profile) } };

/** A further attempt at the buyer's own order; one that somebody else began is nobody else's to go on with. */
const retryOf = (earlier: Order | undefined, plan: string): Pick<Order, "retryOf"> =>
  earlier === undefined || isOfOtherBrowser(earlier) || earlier.plan !== plan ? {} : { retryOf: earlier.orderId };

function placed(opening: Opening, quote: Quote, visitor: Visitor): Placed {
  switch (opening.kind) {
    case "opened":
      return { kind: opening.order.handOff === undefined ? "follow" : "handOff", order: opening.order };
    case "existing":
    case "waiting":
    case "unknown":
      return { kind: "follow", order: opening.order };
    default:
      return { kind: "refused", response: responseTo(opening, quote, visitor) };
  }
}

function responseTo(
  refusal: Exclude<Opening, { kind: "opened" | "existing" | "waiting" | "unknown" }>,
  quote: Quote,
  visitor: Visitor,
): FormResponse {
  switch (refusal.kind) {
    case "priceChanged":
      // The payments API has a newer price than our caches: clear them, so that the next form shows the new price.
      forgetCatalogue(visitor.appType);
      return { kind: "priceChanged", before: quote, forgetsTrial: true };
    case "trialUsed":
      return refusal;
    case "couponRefused":
      return { kind: "priceChanged", before: quote, couponRefused: refusal.reason };
    case "detailsChanged":
      return mistaken("quote", "detailsChanged", { keepsAttempt: false });
    case "emailRefused":
      return mistaken("email", "emailInvalid", { keepsAttempt: false });
    case "botTokenRefused":
      return mistaken("provider", "tokenRefused", { keepsAttempt: false });
    case "userUnproven":
    case "signedOut":
      return refusal;
    case "refused":
      return mistaken("quote", "refused", { keepsAttempt: false });
    case "unavailable":
      return mistaken("quote", "unavailable", { keepsAttempt: true });
  }
}
