import { isSameCoupon } from "~/offers/coupon";
import { type Offer, withCoupon } from "~/offers/offer";
import { type Again, isSamePrice, priceOf, type Refusal } from "./again.server";
import type { PayForm } from "./pay-form.server";
import { type Quote, readQuote } from "./quote.server";

/** The offer at the price the buyer has seen and sent; or why there is none yet. */
export type Agreement = { ok: true; offer: Offer; quote: Quote } | { ok: false; again: Again };

const UNREADABLE: Refusal = { field: "quote", mistake: "priceUnreadable" };

/**
 * Nothing is paid but what the form showed: a price that is another one now, today's or that of the periods to come, or a
 * coupon not yet in it, is shown first.
 */
export async function agreementOn(offer: Offer, form: PayForm): Promise<Agreement> {
  const quote = await readQuote(form.quote, offer.planId);
  if (quote === undefined)
    return { ok: false, again: { kind: "mistaken", refusals: [UNREADABLE], keepsAttempt: false } };
  const priced = isShownCoupon(form, quote) ? asQuoted(offer, quote) : undefined;
  return priced === undefined
    ? { ok: false, again: { kind: "repriced", before: quote } }
    : { ok: true, offer: priced, quote };
}

/** The coupon in the form is the one in the price; one that was refused before keeps nobody from paying. */
function isShownCoupon({ coupon, refused }: PayForm, quote: Quote): boolean {
  if (quote.coupon !== undefined) return isSameCoupon(coupon, quote.coupon.id);
  return coupon === "" || isSameCoupon(coupon, refused);
}

function asQuoted(offer: Offer, quote: Quote): Offer | undefined {
  const priced = quote.coupon === undefined ? offer : withCoupon(offer, quote.coupon);
  const isSame = priced !== undefined && isSamePrice(priceOf(priced), quote) && priced.renewal === quote.renewal;
  return isSame ? priced : undefined;
}
