import { countryName } from "~/i18n/country-names";
import type { LocaleCode } from "~/i18n/locales";
import { tryCoupon } from "~/offers/apply-coupon.server";
import { bestValue } from "~/offers/best-value";
import { isCouponId } from "~/offers/coupon";
import type { Offer } from "~/offers/offer";
import { offerViews } from "~/offers/offer-view";
import { countryChoices } from "~/offers/price-country";
import { paths } from "~/paths";
import { DEFAULT_APP_ID } from "~/visitor/brand/category.server";
import { elsewhereFor } from "~/visitor/browser/open-in-browser.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type Again, wordsOf } from "./again.server";
import type { CheckoutContext } from "./checkout-context.server";
import { formOf } from "./checkout-form.server";
import type { CheckoutForm, CheckoutView } from "./checkout-view";
import type { Entries } from "./entries.server";
import { loadOnSale, type OnSale } from "./on-sale.server";
import { resumeCode } from "./resume-code";

/** What the checkout shows: the plans, and, unless the plan asked for is unknown, the form for the one that is chosen. */
export async function loadCheckout(
  context: CheckoutContext,
  entries: Entries,
  again: Again = { kind: "asked" },
): Promise<CheckoutView> {
  const { lang, visitor, planId } = context;
  const onSale = await loadOnSale(visitor, entries.country);
  const chosen =
    planId === undefined ? bestValue(onSale.offers) : onSale.offers.find((offer) => offer.planId === planId);
  const plans = plansOf(lang, onSale);
  if (chosen === undefined) return { ...plans, errors: [] };
  const tried = await triedOn(chosen, entries.coupon, onSale.country, again, visitor);
  const form = await formOf(context, onSale, tried, entries);
  const question = again.kind === "askedBack" ? again.question : form.question;
  const elsewhere = elsewhereFor(wayBackTo(context, form, onSale.country), lang, visitor);
  return { ...plans, form: { ...form, question }, elsewhere, ...wordsOf(lang, again, tried) };
}

function triedOn(offer: Offer, typed: string, country: string, again: Again, visitor: Visitor) {
  const refused = again.kind === "repriced" ? again.couponRefused : undefined;
  return refused === undefined ? tryCoupon(typed, offer, country, visitor) : { offer, refused };
}

const plansOf = (lang: LocaleCode, { offers, country, detectedCountry }: OnSale) => ({
  offers: offerViews(lang, offers),
  country,
  countries: countryChoices(country, detectedCountry).map((code) => ({ code, name: countryName(lang, code) })),
});

/** An order that exists is found again by its token, anything else by what was chosen. */
function wayBackTo({ lang, visitor, earlier }: CheckoutContext, { planId, coupon }: CheckoutForm, country: string) {
  if (earlier !== undefined) return paths.paystatus(lang, earlier.token);
  const app = visitor.appType === DEFAULT_APP_ID ? undefined : visitor.appType;
  const typed = isCouponId(coupon.typed) ? coupon.typed : undefined;
  return paths.resume(resumeCode({ plan: planId, country, lang, coupon: typed, cps: visitor.cps, app }));
}
