import type { CheckoutContext } from "~/checkout/checkout-context.server";
import type { PayForm } from "~/checkout/pay-form.server";
import type { Quote } from "~/checkout/quote.server";
import { lineItems } from "~/offers/line-items";
import type { Offer } from "~/offers/offer";
import type { Order } from "./order-token.server";

/** The price a buyer has agreed to, and the offer it is the price of. */
interface Agreed {
  offer: Offer;
  quote: Quote;
}

/** The order that a form asks for, before the payments API has given it a number. */
export function orderOf(
  form: PayForm,
  { offer, quote }: Agreed,
  provider: Order["provider"],
  { lang, visitor, profile, earlier }: CheckoutContext,
): Order {
  return {
    kind: "site",
    ...goingOnWith(earlier?.order, quote.plan),
    provider,
    attempt: form.attempt,
    plan: quote.plan,
    product: offer.productId,
    period: offer.period,
    items: lineItems(offer),
    email: form.email,
    country: form.country,
    coupon: quote.coupon?.id,
    amount: quote.amount,
    currency: quote.currency,
    lang,
    appType: visitor.appType,
    userId: profile?.user_id ?? visitor.session?.user_id,
    // Another browser does not know who sent the buyer; their first attempt does.
    cps: visitor.cps ?? earlier?.order.cps,
    channel: visitor.channel ?? earlier?.order.channel,
    issuedAt: quote.issuedAt,
  };
}

/** Paying on for an order that somebody else began does not make it the buyer's own. */
function goingOnWith(earlier: Order | undefined, plan: string): Pick<Order, "further" | "isFollower"> {
  if (earlier?.orderId === undefined || earlier.plan !== plan) return {};
  return { further: earlier.orderId, isFollower: earlier.isFollower };
}
