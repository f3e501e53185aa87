import type { EmailQuestion } from "~/forms/email";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { formatWait } from "~/i18n/relative-time";
import type { CouponResult } from "~/offers/apply-coupon.server";
import { isSamePrice, type Offer, priceOf } from "~/offers/offer";
import type { TokenRefusal } from "~/upstream/client/token-refusal.server";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { FieldMistake, Mistake } from "./form-fields.server";
import type { Quote } from "./quote.server";

/** Why a form is shown: for the first time, or as the result of a form that was sent. */
export type FormResponse =
  /** The first visit, or a button that only changes the form. */
  | { kind: "shown" }
  /** `keepsAttempt`: sending the form again is the same purchase, because this one may have been received. */
  | { kind: "mistaken"; mistakes: readonly FieldMistake[]; keepsAttempt: boolean }
  /** The payments API refused the visitor's token: nothing was ordered. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  /** The address looks mistyped: the buyer is asked, once. */
  | { kind: "emailQuestion"; question: Required<EmailQuestion> }
  /** The buyer has taken the suggestion: they see the changed address before they pay. */
  | { kind: "emailChanged" }
  /** This buyer has been given too much for nothing lately. `retryAfter`: seconds. */
  | { kind: "tooOften"; retryAfter: number }
  /**
   * The price has changed since the form showed it. `couponRefused`: why the payments API refuses the coupon to this
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

/** Whether sending the form again is the same purchase. */
export const keepsAttempt = (response: FormResponse): boolean =>
  response.kind === "emailQuestion" ||
  response.kind === "emailChanged" ||
  response.kind === "tooOften" ||
  response.kind === "signedOut" ||
  (response.kind === "mistaken" && response.keepsAttempt);

/** The status of the page that shows a form again. */
export function statusOf(response: FormResponse, errors: readonly unknown[]): 200 | 403 | 422 | 429 {
  if (response.kind === "tooOften") return 429;
  const isGated = response.kind === "mistaken" && response.mistakes.some(({ mistake }) => mistake === "gated");
  return isGated ? 403 : errors.length > 0 ? 422 : 200;
}

/** The notice above a form, and the mistakes beside its fields. */
interface FormMessages {
  errors: { field: string; message: string }[];
  notice?: string;
}

/** Puts into words what is wrong with a form, and how its price differs from the one it showed before. */
export function messagesFor(lang: LocaleCode, response: FormResponse, { offer, refused }: CouponResult): FormMessages {
  const t = translate(lang);
  const coupon =
    refused === undefined ? [] : [{ field: "coupon", message: t(`form-answers:couponRefused.${refused}`) }];
  switch (response.kind) {
    case "shown":
    case "emailChanged":
      return { errors: coupon };
    case "tooOften": {
      const when = formatWait(lang, response.retryAfter);
      const message = translate(lang)("form-answers:mistakes.tooOften", { when });
      return { errors: [{ field: "quote", message }, ...coupon] };
    }
    case "mistaken": {
      const mistakes = response.mistakes.map(({ field, mistake }) => ({ field, message: mistakeText(lang, mistake) }));
      return { errors: [...mistakes, ...coupon] };
    }
    case "signedOut":
      return { errors: [{ field: "quote", message: mistakeText(lang, "signedOut") }, ...coupon] };
    case "emailQuestion": {
      const message = t("form-answers:mistakes.didYouMean", { email: response.question.suggested });
      return { errors: [{ field: "email", message }, ...coupon] };
    }
    case "trialUsed": {
      const now = formatMoney(lang, priceOf(offer));
      return { errors: [{ field: "quote", message: t("form-answers:mistakes.trialUsed", { now }) }, ...coupon] };
    }
    case "priceChanged": {
      const news = priceNews(lang, response.before, offer, coupon.length > 0);
      return { notice: news.notice, errors: [...coupon, ...news.errors] };
    }
  }
}

/** A mistake in words. */
export const mistakeText = (lang: LocaleCode, mistake: Mistake, prices = { before: "", now: "" }): string =>
  translate(lang)(`form-answers:mistakes.${mistake}`, prices);

/** A newly applied coupon is a notice; any other new price is an error, and the buyer has to send the form again. */
function priceNews(lang: LocaleCode, before: Quote, offer: Offer, isExplained: boolean): FormMessages {
  const now = priceOf(offer);
  const prices = { before: formatMoney(lang, before), now: formatMoney(lang, now) };
  const isNewCoupon = offer.coupon !== undefined && offer.coupon.id !== before.coupon?.id;
  if (isNewCoupon) {
    return {
      errors: [],
      notice: translate(lang)("form-answers:couponConfirm", { ...prices, coupon: offer.coupon.id }),
    };
  }
  const isSame = isSamePrice(before, now);
  if (isSame && isExplained) return { errors: [] };
  const mistake = isSame ? "priceUnreadable" : "priceChanged";
  return { errors: [{ field: "quote", message: mistakeText(lang, mistake, prices) }] };
}
