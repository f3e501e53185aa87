import type { CheckedForm } from "~/checkout/check-form.server";
import type { CheckoutContext } from "~/checkout/checkout-context.server";
import { keptOf } from "~/checkout/form-fields.server";
import { type FormResponse, mistaken } from "~/checkout/form-response.server";
import type { Quote } from "~/checkout/quote.server";
import { lineItems } from "~/offers/line-items";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import { isOwnToken } from "~/visitor/bot-check/bot-check.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { Opening } from "./open-order.server";
import { type Order, type SentOrders, UNNUMBERED } from "./order-token.server";
import { isSentHere, openOrder } from "./purchase-calls.server";

/** What came of a form that was good: where its buyer goes on, or why the payments API did not take it. */
type Placed =
  | { kind: "handOff"; order: Order }
  /** Nothing is left to pay, or nobody knows yet: the order's own page says how it stands. */
  | { kind: "follow"; order: Order }
  | { kind: "refused"; response: FormResponse };

/** What the browser knows of orders before this one. */
interface Before {
  /** The order that this is a further attempt at. */
  earlier: Order | undefined;
  sent: SentOrders;
}

/** Orders what a checked form asks for; a form that was sent before is the same order, and is not sent to the API again. */
export async function placeOrder(checked: CheckedForm, context: CheckoutContext, before: Before): Promise<Placed> {
  const order = orderOf(checked, context, before.earlier);
  const number = isSentHere(order) ? undefined : before.sent.get(order.attempt);
  if (number !== undefined)
    return { kind: "follow", order: number === UNNUMBERED ? order : { ...order, orderId: number } };
  return placed(await openOrder(order, context.visitor, checked.botToken), checked.quote, context.visitor);
}

/** The order that a form asks for, before the payments API has given it a number. */
function orderOf(
  { form, provider, offer, quote, botToken }: CheckedForm,
  { lang, visitor, profile }: CheckoutContext,
  earlier: Order | undefined,
): Order {
  return {
    kind: "site",
    ...retryOf(earlier, quote.plan),
    ...keptOf(form),
    isUnproven: visitor.bearerFrom === undefined || visitor.bearerFrom === "link" ? undefined : true,
    provider,
    attempt: form.attempt,
    isTokenSpent: botToken === undefined || isOwnToken(botToken) ? undefined : true,
    plan: quote.plan,
    product: offer.productId,
    period: offer.period,
    items: lineItems(offer),
    coupon: quote.coupon?.id,
    amount: quote.amount,
    currency: quote.currency,
    lang,
    appType: visitor.appType,
    userId: profile?.user_id ?? visitor.session?.user_id,
    // Another browser does not know who sent the buyer; their first attempt does.
    cps: visitor.cps ?? earlier?.cps,
    channel: visitor.channel ?? earlier?.channel,
    issuedAt: quote.issuedAt,
  };
}

/** Paying on for an order that somebody else began does not make it the buyer's own. */
function retryOf(earlier: Order | undefined, plan: string): Pick<Order, "retryOf" | "isFollower"> {
  if (earlier?.orderId === undefined || earlier.plan !== plan) return {};
  return { retryOf: earlier.orderId, isFollower: earlier.isFollower };
}

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
      // The payments API knows a newer price than our caches do: without them the form that follows is made from that one.
      forgetCatalogue(visitor.appType);
      return { kind: "priceChanged", before: quote };
    case "couponRefused":
      return { kind: "priceChanged", before: quote, couponRefused: refusal.reason };
    case "detailsChanged":
      return mistaken("quote", "detailsChanged", { keepsAttempt: false });
    case "emailRefused":
      return mistaken("email", "emailInvalid", { keepsAttempt: false });
    case "botTokenRefused":
      return mistaken("provider", "tokenRefused", { keepsAttempt: false });
    case "signedOut":
      return refusal;
    case "refused":
      return mistaken("quote", "refused", { keepsAttempt: false });
    case "unavailable":
      return mistaken("quote", "unavailable", { keepsAttempt: true });
  }
}
