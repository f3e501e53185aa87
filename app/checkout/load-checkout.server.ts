import type { LoaderFunctionArgs } from "@remix-run/node";
import { frontIdOf } from "~/analytics/record-event.server";
import { emailQuestion } from "~/forms/email.server";
import { countryName, shortCountryName } from "~/i18n/country-names";
import { joinSentences, separatorOf } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { currencySign, formatMoney } from "~/i18n/money";
import { applyCoupon, type CouponCheck, type CouponResult, checkCoupon } from "~/offers/apply-coupon.server";
import {
  type CheckoutOptions,
  type ChosenCountry,
  countryChoices,
  loadOptions,
  priced,
  takersOf,
} from "~/offers/load-offers.server";
import { bestValue, isCouponId, type Offer, withoutTrial } from "~/offers/offer";
import { offerViews } from "~/offers/offer-view";
import { productOf } from "~/offers/product.server";
import { accountNote } from "~/offers/sale/account-note.server";
import { featureTexts } from "~/offers/sale/reasons.server";
import { firstCharge } from "~/offers/sale/sale-kind";
import { periodWords } from "~/offers/sale/sale-words.server";
import { summaryView } from "~/offers/sale/summary-view.server";
import { paths } from "~/paths";
import { providerOf } from "~/providers/providers.server";
import { botCheckSettings, botCheckSources } from "~/security/bot-check/bot-check.server";
import type { FormGuard } from "~/security/bot-check/bot-check-script";
import { csrfToken } from "~/security/forms.server";
import { allowing } from "~/security/security-headers.server";
import { pageTitle } from "~/shell/page-title.server";
import { whereabouts } from "~/upstream/contract/deadlines";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { wayToOwnBrowser } from "~/visitor/browser/open-in-browser.server";
import { type ProvenUser, provenUser } from "~/visitor/identity/auth.server";
import { fitsAddress } from "~/visitor/store-token.server";
import { consentOf } from "~/visitor/visitor.server";
import { type CheckoutContext, type ContinuedOrder, valuesFor } from "./checkout-context.server";
import type { CheckoutForm, CheckoutView } from "./checkout-view";
import { type FormValues, payFields } from "./form-fields.server";
import { type FormResponse, messagesFor } from "./form-response.server";
import { paidBeforeView } from "./paid-before-view.server";
import { providersOffered } from "./provider-views.server";
import { type Quote, quoteOf, readQuote, saleDay, sealQuote, shownSince } from "./quote.server";
import { recordCheckout, type ShownCheckout } from "./record-checkout.server";
import { resumeCode } from "./resume-code";

/** The data of a page with a new form, with its status and headers. */
export async function checkoutPage(args: LoaderFunctionArgs, context: CheckoutContext) {
  const { request } = args;
  const { lang, planId, chosen } = context;
  const [{ mayTrack }, { checkout, shown }] = await Promise.all([
    consentOf(request),
    loadCheckout(context, valuesFor(context, request)),
  ]);
  recordCheckout(request, shown, context);
  const form = checkout.form && withFrontId(checkout.form, mayTrack ? frontIdOf(request) : undefined);
  const headers = formHeaders(request, chosen.headers, checkout, context.paid);
  const { title, description } = checkoutMeta(lang, planId, shown.chosen?.offer);
  const sold = shown.offers.filter((offer) => planId === undefined || offer.planId === planId);
  // Whoever continues an order is nobody's search engine.
  const isForSearch = checkout.form !== undefined && context.earlier === undefined;
  const product = isForSearch ? productOf(lang, context.visitor.brand, description, sold) : undefined;
  const meta = { title: pageTitle(args, lang, title), description, product };
  if (form !== undefined) return { data: { ...checkout, form, meta }, headers, status: 200 };
  return { data: { ...checkout, unknownPlan: unknownPlan(lang, request), meta }, headers, status: 404 };
}

/** Says that there is no such plan. */
function unknownPlan(lang: LocaleCode, request: Request): CheckoutView["unknownPlan"] {
  const t = translate(lang);
  const { pathname } = new URL(request.url);
  return {
    title: t("errors:planNotFoundTitle"),
    address: t("errors:paramNotFound", { path: pathname }),
    help: t("errors:planNotFoundHelp"),
  };
}

/** An order's further attempt keeps the id that it began with, unless its buyer does not agree any more. */
function withFrontId(form: CheckoutForm, frontId: string | undefined): CheckoutForm {
  const { front_id: before, ...fields } = form.visitorFields.fields;
  return {
    ...form,
    visitorFields: { ...form.visitorFields, fields: frontId ? { ...fields, front_id: before ?? frontId } : fields },
  };
}

/** The page's headers: cookies, and the Content-Security-Policy sources of the bot check. */
export function formHeaders(
  request: Request,
  cookies: ChosenCountry["headers"],
  { form }: CheckoutView,
  paid: CheckoutContext["paid"],
) {
  const { setCookie } = csrfToken(request);
  const script = form?.guard?.botCheck;
  const headers = new Headers(script === undefined ? {} : allowing(botCheckSources(script)));
  for (const cookie of cookies) headers.append(...cookie);
  for (const cookie of [setCookie, paid?.cookie]) if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return headers;
}

/** The data of the checkout page, and what it was made of: the plans and, unless the requested plan is unknown, the form for the chosen one. */
export async function loadCheckout(
  context: CheckoutContext,
  values: FormValues,
  response: FormResponse = { kind: "shown" },
): Promise<{ checkout: CheckoutView; shown: ShownCheckout }> {
  const { lang, visitor } = context;
  // An invalid country is reported beside its field, and the prices are those of the visitor's own country.
  const options = await loadOptions(visitor, isCountryCode(values.country) ? values.country : undefined);
  const { offers, chosen } = await chooseOffer(context, options, values, response);
  const paidBefore = paidBeforeView(lang, context.paid, options.plans);
  const features = featureTexts(lang, sellingTermsOf(visitor.appType));
  const plans = { ...plansOf(lang, offers, options), features, paidBefore };
  const shown = { offers, country: options.country, chosen };
  if (chosen === undefined) return { checkout: { ...plans, errors: [] }, shown };
  const quote = await newQuote(context, options.country, chosen.offer, values.quote);
  const providers = takersOf(options.providers, chosen.offer);
  const form = await formOf(context, { ...options, providers }, { ...chosen, quote }, values);
  const goesOnTo = form.summary.firstCharge === "never" ? "start" : "payment";
  const question = response.kind === "emailQuestion" ? emailQuestion(lang, response.question, goesOnTo) : form.question;
  const openInBrowser = wayToOwnBrowser(resumeAt(context, form, options.country), lang, visitor);
  const messages = messagesFor(lang, response, { ...chosen, quote });
  const isChecked = response.kind === "checked";
  return { checkout: { ...plans, form: { ...form, question, isChecked }, openInBrowser, ...messages }, shown };
}

/**
 * The plans at their prices, and the one to buy with its coupon. The coupon is checked while the prices load, unless
 * the prices are needed to choose the plan.
 */
async function chooseOffer(
  { visitor, planId }: CheckoutContext,
  options: CheckoutOptions,
  { coupon: typed = "", trial_used }: FormValues,
  response: FormResponse,
): Promise<{ offers: Offer[]; chosen: CouponResult | undefined }> {
  const check = async (productId: string): Promise<CouponCheck> => {
    const reason = response.kind === "priceChanged" ? response.couponRefused : undefined;
    if (reason !== undefined) return { kind: "refused", reason };
    return checkCoupon(typed, productId, options.country, visitor);
  };
  const plan = options.plans.find(({ id }) => id === planId);
  const [offers, early] = await Promise.all([priced(options, visitor), plan && check(plan.product_id)]);
  const shown = planId === undefined ? bestValue(offers) : offers.find((candidate) => candidate.planId === planId);
  const offer = shown && trial_used === "on" ? withoutTrial(shown) : shown;
  return { offers, chosen: offer && applyCoupon(early ?? (await check(offer.productId)), offer) };
}

const plansOf = (lang: LocaleCode, offers: readonly Offer[], { country, detectedCountry }: CheckoutOptions) => ({
  offers: offerViews(lang, offers),
  country,
  prices: pricesOf(lang, offers, country),
  countries: countryChoices(country, detectedCountry).map((code) => ({ code, name: countryName(lang, code) })),
});

/** Whether the payments API ends subscriptions, so that the site can. */
const isCancelledHere = ({ calls = [] }: CheckoutOptions["params"]): boolean => calls.includes("subscriptions");

function pricesOf(lang: LocaleCode, [first]: readonly Offer[], country: string): string {
  const name = shortCountryName(lang, country);
  if (first === undefined) return name;
  const prices = translate(lang)("sale:pricesIn", { currency: currencySign(lang, first.amounts.currency) });
  return `${prices}${separatorOf(lang)}${name}`;
}

/** What the form shows of an offer. @param before the quote that came with the form */
async function newQuote(
  { lang, visitor }: CheckoutContext,
  country: string,
  offer: Offer,
  before = "",
): Promise<Quote> {
  const read = await readQuote(before, offer.planId);
  const since = typeof read === "string" ? new Date() : shownSince(read);
  return quoteOf(offer, { country, since, lang, selling: sellingTermsOf(visitor.appType) });
}

/** The form for an offer, filled in. */
async function formOf(
  { lang, visitor, profile, earlier }: CheckoutContext,
  options: CheckoutOptions,
  { offer, refused, quote }: CouponResult & { quote: Quote },
  { attempt, stamp, front_id: frontId, quote: before, ...values }: FormValues,
): Promise<CheckoutForm> {
  const since = shownSince(quote);
  const selling = sellingTermsOf(visitor.appType);
  const today = saleDay(quote);
  const user = provenUser(visitor, profile);
  const needsSignedTime = firstCharge(offer) === "never" || stamp !== undefined;
  const guard = guardOf(options, needsSignedTime, visitor.requestId);
  return {
    planId: offer.planId,
    summary: summaryView(lang, offer, today, {
      ...{ selling, country: options.country },
      isCancelledHere: isCancelledHere(options.params),
    }),
    values: { ...values, quote: await sealQuote(quote) },
    visitorFields: payFields({ browser: visitor.browser, attempt, stamp, frontId, isGuarded: guard !== undefined }),
    ...providersOffered(lang, options, visitor, values.provider),
    noProviders: options.providers.length === 0 ? translate(lang)("form-answers:noProviders") : undefined,
    question: values.email_asked === undefined ? undefined : { asked: values.email_asked },
    emailInvalid: translate(lang)("form-answers:mistakes.emailInvalid"),
    isCouponRefused: refused !== undefined,
    ...accountTexts(lang, user, values.email),
    accountNote: accountNote(lang, user, {
      ...{ offer, plans: options.plans, today },
      ...{ now: since, place: whereabouts(options.country) },
    }),
    gated: options.closed && translate(lang)(`form-answers:mistakes.${options.closed}`),
    guard,
    order: earlier?.token,
    resumed: earlier?.failure && resumedText(lang, earlier.failure),
  };
}

/** What the form says of the account that is paid for. */
function accountTexts(lang: LocaleCode, user: ProvenUser, entered: string | undefined) {
  const t = translate(lang);
  const emailHint = t("sale:form.emailHint");
  if (user.kind === "nobody" || user.kind === "linked") return { emailHint };
  const { email, user_id } = user.profile;
  const words = email === "" ? "appUser" : "member";
  const account = t(`sale:form.${words}`, { email, id: `${user_id}` });
  return { emailHint, account, isAccountEmail: email !== "" && email === entered };
}

function resumedText(lang: LocaleCode, { isUntaken, bucket }: NonNullable<ContinuedOrder["failure"]>): string {
  const t = translate(lang);
  return joinSentences(lang, [
    t("form-answers:resumed"),
    ...(isUntaken ? [t("paystatus:noMoneyTaken")] : []),
    ...(bucket === undefined ? [] : [t(`paystatus:declined.${bucket}`)]),
  ]);
}

/**
 * The bot check, where a provider on offer asks for it, or where the form has to show that a person sends it; the script is for the
 * provider only.
 */
function guardOf(
  { providers, params }: CheckoutOptions,
  needsSignedTime: boolean,
  requestId: string,
): FormGuard | undefined {
  const isGuarded = providers.some((code) => providerOf(code).isGuarded);
  if (!isGuarded && !needsSignedTime) return undefined;
  const botCheck = isGuarded ? botCheckSettings(params, requestId) : undefined;
  return { botCheck };
}

/** Where this checkout continues in another browser: at its order, if there is one, else with the chosen values. */
function resumeAt({ lang, visitor, earlier }: CheckoutContext, { planId, values }: CheckoutForm, country: string) {
  if (earlier !== undefined) return paths.paystatus(lang, earlier.token);
  const app = visitor.appType === DEFAULT_APP_ID ? undefined : visitor.appType;
  const coupon = values.coupon !== undefined && isCouponId(values.coupon) ? values.coupon : undefined;
  const here = visitor.storeToken;
  const storeToken = here && fitsAddress(here.storeToken) ? here.sealed : undefined;
  return paths.resume(resumeCode({ plan: planId, country, lang, coupon, cps: visitor.cps, app, storeToken }));
}

/** Title and description of a checkout page, with the plan's name where a plan was requested. */
function checkoutMeta(lang: LocaleCode, planId: string | undefined, offer: Offer | undefined) {
  const t = translate(lang);
  const description = t("sale:description");
  if (offer === undefined) return { title: t("errors:planNotFoundTitle"), description };
  if (planId === undefined) return { title: t("payment:title"), description };
  const period = periodWords(lang).length(offer.period);
  const price = formatMoney(lang, { amount: offer.amounts.price, currency: offer.amounts.currency });
  const paid = t("pay-plan:paidOnce", { price, period });
  return { title: t("sale:titleWithPlan", { period }), description: `${paid}${separatorOf(lang)}${description}` };
}
