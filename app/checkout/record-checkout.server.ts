import { isOpened, recordAddress, recordError, recordEvent } from "~/analytics/record-event.server";
import type { CouponResult } from "~/offers/apply-coupon.server";
import { recordOffers, recordPlans, type ShownOffers } from "~/offers/load-offers.server";
import { type Offer, priceOf } from "~/offers/offer";
import type { CheckoutContext } from "./checkout-context.server";
import type { FormResponse } from "./form-response.server";

/** What a checkout shows: the plans, and the one to buy with its coupon, unless the requested plan is unknown. */
export interface ShownCheckout extends ShownOffers {
  chosen: CouponResult | undefined;
}

/** Records that somebody has opened a checkout, and what they saw there. */
export function recordCheckout(
  request: Request,
  shown: ShownCheckout,
  { planId, chosen: country }: CheckoutContext,
): void {
  recordOffers(request, shown, country);
  if (shown.chosen === undefined || !isOpened(request)) return;
  const { offer } = shown.chosen;
  if (planId !== undefined) recordPlan(request, offer);
  if (new URL(request.url).searchParams.get("coupon")) recordCoupon(request, shown.chosen);
}

const recordPlan = (request: Request, offer: Offer): void =>
  recordEvent(request, "plan_select", { plan_id: offer.planId, ...priceOf(offer) });

/** Records what came of a form that is shown again: a plan that was chosen, a coupon that was tried, and the first thing that is wrong. */
export function recordFormAgain(
  request: Request,
  intent: string | undefined,
  response: FormResponse,
  shown: ShownCheckout,
): void {
  const { chosen } = shown;
  const hasAnswered = intent === "change-consent";
  if (hasAnswered) {
    // Until they agreed nothing was told of the page that they are on.
    recordAddress(request, new URL(request.url), {});
    recordPlans(request, shown);
  }
  if ((hasAnswered || intent === "change-plan") && chosen !== undefined) recordPlan(request, chosen.offer);
  if (chosen !== undefined && isCouponTried(intent, response, chosen)) recordCoupon(request, chosen);
  const reason = reasonOf(response, chosen);
  if (reason !== undefined) recordError(request, reason);
}

/** A coupon is tried by its own button, or by paying with one that is not in the price yet. */
function isCouponTried(intent: string | undefined, response: FormResponse, { offer, refused }: CouponResult): boolean {
  const isTyped = offer.coupon !== undefined || refused !== undefined;
  if (intent === "apply-coupon") return isTyped;
  return response.kind === "priceChanged" && (refused !== undefined || isNewCoupon(response, offer));
}

const isNewCoupon = ({ before }: { before: { coupon?: { id: string } } }, { coupon }: CouponResult["offer"]): boolean =>
  coupon !== undefined && coupon.id !== before.coupon?.id;

function recordCoupon(request: Request, { offer, refused: reason }: CouponResult): void {
  if (reason === undefined && offer.coupon === undefined) return;
  recordEvent(request, "coupon_apply", { outcome: reason === undefined ? "applied" : "refused", reason });
}

/** What is wrong with a form, by the name of its mistake; a coupon has an event of its own. */
function reasonOf(response: FormResponse, chosen: CouponResult | undefined): string | undefined {
  switch (response.kind) {
    case "mistaken":
      return response.mistakes[0]?.mistake;
    case "signedOut":
    case "userUnproven":
    case "paidBefore":
    case "tooOften":
    case "trialUsed":
      return response.kind;
    case "emailQuestion":
      return "didYouMean";
    case "priceChanged":
      return chosen === undefined || isCouponTried(undefined, response, chosen) ? undefined : response.kind;
    default:
      return undefined;
  }
}
