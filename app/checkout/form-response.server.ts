import type { MistypedEmail } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { waitText } from "~/i18n/wait.server";
import type { CouponResult } from "~/offers/apply-coupon.server";
import { isSamePrice, priceOf } from "~/offers/offer";
import type { TokenRefusal } from "~/upstream/client/upstream-error";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { FieldMistake, Mistake } from "./form-fields.server";
import { isSameAgreement, type Quote } from "./quote.server";

/** Why a form is shown: for the first time, or as the result of a form that was sent. */
export type FormResponse =
  /** The first visit, or a button that only changes the form. */
  | { kind: "shown" }
  /** The entries were checked, with Enter, and are right. */
  | { kind: "checked" }
  /** `keepsAttempt`: sending the form again is the same purchase, because this one may have been received. */
  | { kind: "mistaken"; mistakes: readonly FieldMistake[]; keepsAttempt: boolean }
  /** The payments API refused the visitor's token: nothing was ordered. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  /** The payments API does not believe the app's link that names the account: nothing was ordered, and the link is over. */
  | { kind: "userUnproven" }
  /** The buyer has paid in another tab since the form was shown: they are told first. */
  | { kind: "paidBefore" }
  /** The address looks mistyped: the buyer is asked, once. */
  | { kind: "emailQuestion"; question: MistypedEmail }
  /** The buyer has taken the suggestion: they see the changed address before they pay. */
  | { kind: "emailChanged" }
  /** This buyer has been given too much for nothing lately. `retryAfter`: seconds. */
  | { kind: "tooOften"; retryAfter: number }
  /**
   * What is sold, or its price, has changed since the form showed it. `couponRefused`: why the payments API refuses the coupon to this
   * buyer; without it the coupon is checked again. `forgetsTrial`: the payments API does not know the price at all, so a trial that
   * was used may be another one.
   */
  | { kind: "priceChanged"; before: Quote; couponRefused?: CouponReason; forgetsTrial?: true }
  /** This buyer has used the plan's trial before: the form shows the full price. */
  | { kind: "trialUsed" };

/** One thing that is wrong with a form. */
export const mistaken = (
  field: FieldMistake["field"],
  mistake: Mistake,
  { keepsAttempt }: { keepsAttempt: boolean },
): FormResponse => ({ kind: "mistaken", mistakes: [{ field, mistake }], keepsAttempt });

export const isMistaken = (response: FormResponse, mistake: Mistake): boolean =>
  response.kind === "mistaken" && response.mistakes.some((one) => one.mistake === mistake);

/** Whether sending the form again is the same purchase. */
export const keepsAttempt = (response: FormResponse): boolean =>
  response.kind === "emailQuestion" ||
  response.kind === "emailChanged" ||
  response.kind === "tooOften" ||
  response.kind === "signedOut" ||
  (response.kind === "mistaken" && response.keepsAttempt);

/** The status of the page that shows a form again. */
export function formStatus(response: FormResponse, errors: readonly unknown[]): 200 | 403 | 422 | 429 {
  if (response.kind === "tooOften") return 429;
  return isMistaken(response, "gated") || isMistaken(response, "notSold") ? 403 : errors.length > 0 ? 422 : 200;
}

/** The notice above a form, and the mistakes beside its fields, with the heading above all of them. */
interface FormMessages {
  errors: FieldError[];
  heading?: string;
  notice?: string;
}

/** What kind a mistake is, as a key of the headings: wrong entries, or why the form could not be used as it was. */
type MistakeKind = "entries" | "price" | "agreement" | "notStarted" | "gated" | "tooOften";

const KINDS: Readonly<Record<Mistake, MistakeKind>> = {
  emailMissing: "entries",
  emailInvalid: "entries",
  emailPlus: "entries",
  emailTooLong: "entries",
  providerMissing: "entries",
  providerUnknown: "entries",
  countryInvalid: "entries",
  priceUnreadable: "price",
  priceTooOld: "price",
  priceChanged: "price",
  agreementChanged: "agreement",
  trialUsed: "price",
  attemptInvalid: "notStarted",
  detailsChanged: "notStarted",
  unavailable: "notStarted",
  refused: "notStarted",
  signedOut: "notStarted",
  userUnproven: "notStarted",
  paidBefore: "notStarted",
  sendAgain: "notStarted",
  formTooOld: "notStarted",
  tokenEmpty: "notStarted",
  manyOrders: "notStarted",
  tokenRefused: "notStarted",
  tooOften: "tooOften",
  gated: "gated",
  notSold: "gated",
};

/** The offer that the form shows now, and its quote. */
interface ShownOffer extends CouponResult {
  quote: Quote;
}

/** Puts into words what is wrong with a form, and how its price differs from the one it showed before. */
export function messagesFor(lang: LocaleCode, response: FormResponse, shown: ShownOffer): FormMessages {
  const t = translate(lang);
  const { refused } = shown;
  const { mistakes, notice } = newsOf(lang, response, shown);
  const inWords = ({ field, mistake, words }: ShownMistake): FieldError => ({
    // Nobody sees the attempt: its message stands beside the order, as those about the price do.
    field: field === "attempt" ? "quote" : field,
    message: t(`form-answers:mistakes.${mistake}`, words),
  });
  const coupon =
    refused === undefined ? [] : [{ field: "coupon", message: t(`form-answers:couponRefused.${refused}`) }];
  const others = mistakes.filter((one) => !isWrongField(one));
  const errors = [...mistakes.filter(isWrongField).map(inWords), ...coupon, ...others.map(inWords)];
  const [first] = others;
  const kind = first === undefined ? "entries" : KINDS[first.mistake];
  return { errors, heading: errors.length === 0 ? undefined : t(`form-answers:headings.${kind}`), notice };
}

const isWrongField = ({ mistake }: ShownMistake): boolean => KINDS[mistake] === "entries";

/** `words`: what its message is filled in with. */
type ShownMistake = FieldMistake & { words?: Record<string, string> };

interface News {
  mistakes: readonly ShownMistake[];
  notice?: string;
}

const NO_NEWS: News = { mistakes: [] };

/** A mistake of the form as a whole. */
const aboutAll = (mistake: Mistake, words?: Record<string, string>): News => ({
  mistakes: [{ field: "quote", mistake, words }],
});

/** What a response tells. */
function newsOf(lang: LocaleCode, response: FormResponse, shown: ShownOffer): News {
  switch (response.kind) {
    case "shown":
    case "checked":
    case "emailChanged":
    case "emailQuestion":
      return NO_NEWS;
    case "tooOften":
      return aboutAll("tooOften", { when: waitText(lang, response.retryAfter) });
    case "mistaken":
      return response;
    case "signedOut":
    case "userUnproven":
    case "paidBefore":
      return aboutAll(response.kind);
    case "trialUsed":
      return aboutAll("trialUsed", { now: formatMoney(lang, priceOf(shown.offer)) });
    case "priceChanged":
      return priceNews(lang, response.before, shown);
  }
}

/** A newly applied coupon is a notice; anything else that is new is an error, and the buyer has to send the form again. */
function priceNews(lang: LocaleCode, before: Quote, { offer, quote: now, refused }: ShownOffer): News {
  const prices = { before: formatMoney(lang, before), now: formatMoney(lang, now) };
  const isNewCoupon = offer.coupon !== undefined && offer.coupon.id !== before.coupon?.id;
  if (isNewCoupon) {
    const notice = translate(lang)("form-answers:couponConfirm", { ...prices, coupon: offer.coupon.id });
    return { ...NO_NEWS, notice };
  }
  if (isSameAgreement(before, now)) return refused === undefined ? aboutAll("priceUnreadable", prices) : NO_NEWS;
  if (isSamePrice(before, now)) return aboutAll("agreementChanged");
  const more = isOnlyPrice(before, now) ? [] : aboutAll("agreementChanged").mistakes;
  return { mistakes: [...aboutAll("priceChanged", prices).mistakes, ...more] };
}

/** Whether nothing has changed but the price, which is also that of each further period where it was before. */
function isOnlyPrice(before: Quote, now: Quote): boolean {
  const { amount, currency, tax, coupon, textHash } = now;
  const renewal = before.renewal === before.amount ? amount : before.renewal;
  return isSameAgreement({ ...before, amount, currency, tax, coupon, textHash, renewal }, now);
}
