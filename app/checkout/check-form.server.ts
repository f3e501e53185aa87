import { problem } from "~/errors/errors.server";
import { questionAbout, withSuggestion } from "~/forms/email.server";
import { loadOptions, priced, takersOf } from "~/offers/load-offers.server";
import { isSameCoupon, type Offer, withCoupon, withoutTrial } from "~/offers/offer";
import { firstCharge } from "~/offers/sale/sale-kind";
import { providerOf, worksIn } from "~/providers/providers.server";
import { checkBot, checkSignedTime } from "~/security/bot-check/bot-check.server";
import { countForm, type Sender, senderOf, slowDown } from "~/security/limits/rate-limit.server";
import { isProviderCode, type ProviderCode } from "~/upstream/contract/catalogue";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { isNotSoldIn, type Visitor } from "~/visitor/visitor.server";
import type { CheckoutContext } from "./checkout-context.server";
import { type FormValues, type PayForm, parsePayForm, type Sent, sentValues } from "./form-fields.server";
import { type FormResponse, isMistaken, keepsAttempt, mistaken } from "./form-response.server";
import { isSameAgreement, type Quote, quoteOf, readQuote, type ShownAs, shownSince } from "./quote.server";

/** A form that may be paid: what was chosen, at the price that was shown. */
export interface CheckedForm {
  form: PayForm;
  provider: ProviderCode;
  offer: Offer;
  quote: Quote;
  /** The token of the bot check, where the provider asks for one. */
  botToken: string | undefined;
}

/** What the form is shown again with. */
export interface ShownAgain {
  values: FormValues;
  response: FormResponse;
}

/** What follows from sending the checkout's form, before anything is ordered. */
type FormOutcome = { kind: "pay"; checked: CheckedForm } | ({ kind: "again" } & ShownAgain);

/** Does what the pressed button asks for, up to placing the order. @throws a 400 for an unknown button */
export async function checkForm(sent: Sent, context: CheckoutContext): Promise<FormOutcome> {
  const changed = withSuggestion(sent);
  if (changed !== undefined) return { kind: "again", ...shownAgain(changed, { kind: "emailChanged" }) };
  const again = (response: FormResponse): FormOutcome => ({ kind: "again", ...shownAgain(sent, response) });
  switch (sent.intent) {
    case "pay": {
      const checked = await checkPayment(sent, context);
      return "kind" in checked ? again(checked) : { kind: "pay", checked };
    }
    case "check": {
      const checked = await checkEntries(sent, context);
      return again("kind" in checked ? checked : { kind: "checked" });
    }
    case "apply-coupon":
    case "change-language":
    case "change-consent":
      return again({ kind: "shown" });
    case "change-plan":
      return { kind: "again", ...shownAgain(forPlan(sent, context.planId), { kind: "shown" }) };
    case "remove-coupon":
      return { kind: "again", ...shownAgain({ ...sent, coupon: "" }, { kind: "shown" }) };
    case "change-country":
      return { kind: "again", ...shownAgain(inNewCountry(sent), countryMistake(sent) ?? { kind: "shown" }) };
    default:
      throw problem(400);
  }
}

/** The form as it was sent, for another try. */
export const shownAgain = (sent: Sent, response: FormResponse): ShownAgain => ({
  values: { ...sentValues(sent, keepsAttempt(response)), ...trialAfter(response), ...signedTimeAfter(sent, response) },
  response,
});

/** What the payments API has just said of the plan's trial. */
function trialAfter(response: FormResponse): Pick<FormValues, "trial_used"> {
  if (response.kind === "trialUsed") return { trial_used: "on" };
  return response.kind === "priceChanged" && response.forgetsTrial ? { trial_used: undefined } : {};
}

/** A form that needed a signed time has one from then on. Empty: it gets a new one. */
function signedTimeAfter({ stamp }: Sent, response: FormResponse): Pick<FormValues, "stamp"> {
  if (isMistaken(response, "manyOrders")) return { stamp: "" };
  return stamp === undefined || keepsAttempt(response) ? {} : { stamp: "" };
}

/** Whether a trial was used is known of the plan that the form was made for, and of no other. */
const forPlan = ({ trial_used, ...sent }: Sent, planId: string | undefined): Sent =>
  trial_used === undefined || sent.plan !== planId ? sent : { ...sent, trial_used };

/** A provider that only works in the country before was chosen there, mostly by default: it is not kept. */
function inNewCountry(sent: Sent): Sent {
  const { provider, country = "" } = sent;
  return !isProviderCode(provider) || worksIn(provider, country) ? sent : { ...sent, provider: "" };
}

/** Checks only the country: the other fields need not be filled in yet. */
function countryMistake(sent: Sent): FormResponse | undefined {
  const parsed = parsePayForm(sent);
  const isWrong = !parsed.ok && parsed.mistakes.some(({ field }) => field === "country");
  return isWrong || isNotSoldIn(sent.country)
    ? mistaken("country", "countryInvalid", { keepsAttempt: false })
    : undefined;
}

/** Checks the entries, then the bot check. */
async function checkPayment(sent: Sent, context: CheckoutContext): Promise<CheckedForm | FormResponse> {
  const entries = await checkEntries(sent, context);
  if ("kind" in entries) return entries;
  const { form, offer, provider } = entries;
  const payer = await checkPayer(sent, form, offer, provider, context.visitor);
  return "kind" in payer ? payer : { ...entries, botToken: payer.token };
}

/** Checks the fields, the plan and its price. @throws a 404 for a plan that is no longer on sale */
async function checkEntries(
  sent: Sent,
  { lang, visitor, planId }: CheckoutContext,
): Promise<Omit<CheckedForm, "botToken"> | FormResponse> {
  const parsed = parsePayForm(sent);
  if (!parsed.ok) return { kind: "mistaken", mistakes: parsed.mistakes, keepsAttempt: true };
  const { form } = parsed;
  const question = questionAbout(form.email, form.email_asked);
  if (question !== undefined) return { kind: "emailQuestion", question };
  const options = await loadOptions(visitor, form.country);
  if (options.closed !== undefined) return mistaken("quote", options.closed, { keepsAttempt: true });
  if (isNotSoldIn(form.country)) return mistaken("country", "countryInvalid", { keepsAttempt: true });
  const offer = (await priced(options, visitor)).find((candidate) => candidate.planId === planId);
  if (offer === undefined) throw problem(404, { about: "plan" });
  const provider = takersOf(options.providers, offer).find((code) => code === form.provider);
  if (provider === undefined) return mistaken("provider", "providerUnknown", { keepsAttempt: true });
  const agreed = await agreedOffer(offer, form, { lang, selling: sellingTermsOf(visitor.appType) });
  return "kind" in agreed ? agreed : { form, provider, ...agreed };
}

/**
 * The offer as the form showed it, which is all that a buyer agrees to. If anything of it has changed (see Quote), or a typed coupon is not in
 * the price yet, the form is shown again as it is now.
 */
export async function agreedOffer(
  offer: Offer,
  form: PayForm,
  shownAs: Pick<ShownAs, "lang" | "selling">,
): Promise<{ offer: Offer; quote: Quote } | FormResponse> {
  const quote = await readQuote(form.quote, offer.planId);
  if (typeof quote === "string") return mistaken("quote", quote, { keepsAttempt: false });
  const today = form.trial_used === undefined ? offer : withoutTrial(offer);
  const shown = isShownCoupon(form, quote) ? asQuoted(today, quote, shownAs) : undefined;
  return shown === undefined ? { kind: "priceChanged", before: quote } : { offer: shown, quote };
}

/** Whether the shown price has the typed coupon in it. A coupon that was already refused does not stop the payment. */
function isShownCoupon({ coupon, refused }: PayForm, quote: Quote): boolean {
  if (quote.coupon !== undefined) return isSameCoupon(coupon, quote.coupon.id);
  return coupon === "" || isSameCoupon(coupon, refused);
}

function asQuoted(offer: Offer, quote: Quote, shownAs: Pick<ShownAs, "lang" | "selling">): Offer | undefined {
  const shown = quote.coupon === undefined ? offer : withCoupon(offer, quote.coupon);
  if (shown === undefined) return undefined;
  const now = quoteOf(shown, { ...shownAs, country: quote.country, since: shownSince(quote) });
  return isSameAgreement(now, quote) ? shown : undefined;
}

/** The token of the bot check, for a provider that asks for one. */
interface Payer {
  token: string | undefined;
}

/** Whether a person pays, where the provider asks for that; and whether one takes it, where nobody is asked to pay. */
async function checkPayer(
  sent: Sent,
  { attempt, email }: PayForm,
  offer: Offer,
  provider: ProviderCode,
  visitor: Visitor,
): Promise<Payer | FormResponse> {
  const isFree = firstCharge(offer) === "never";
  const { isGuarded } = providerOf(provider);
  const sender = senderOf(visitor, email);
  if (!isGuarded && !isFree) return personAmongMany(sent, sender, attempt);
  await slowDown("pay", sender);
  const bot = isGuarded ? checkBot(sent, "pay", attempt) : undefined;
  const person = isFree ? checkSignedTime(sent, "pay", attempt) : undefined;
  for (const check of [bot, person]) {
    if (check?.ok === false) return mistaken("quote", check.mistake, { keepsAttempt: check.keepsForm });
  }
  const retryAfter = isFree ? await countForm("freeOrder", sender, attempt) : undefined;
  if (retryAfter !== undefined) return { kind: "tooOften", retryAfter };
  return { token: bot?.ok ? bot.token : undefined };
}

/** Nobody is stopped by what others of the network ordered: a form then only has to show that a person takes the time to send it. */
async function personAmongMany(sent: Sent, sender: Sender, attempt: string): Promise<Payer | FormResponse> {
  if ((await countForm("unpaidOrder", sender, attempt)) === undefined) return { token: undefined };
  if (!sent.stamp) return mistaken("quote", "manyOrders", { keepsAttempt: true });
  const person = checkSignedTime(sent, "pay", attempt);
  return person.ok ? { token: undefined } : mistaken("quote", person.mistake, { keepsAttempt: person.keepsForm });
}
