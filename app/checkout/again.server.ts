import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney, type Money } from "~/i18n/money";
import type { Tried } from "~/offers/apply-coupon.server";
import type { Offer } from "~/offers/offer";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { TokenRefusal } from "~/upstream/token-refusal.server";
import type { EmailQuestion } from "~/visitor/bot-check/guard";
import type { Mistake, PayField } from "./pay-form.server";
import type { Quote } from "./quote.server";

/** What is wrong with one field of a form. */
export interface Refusal {
  field: PayField;
  mistake: Mistake;
}

/** Why a checkout is shown. */
export type Again =
  /** Somebody came, or pressed one of the form's own buttons. */
  | { kind: "asked" }
  /** `keepsAttempt`: sending the form again is the same purchase, because this one may have been received. */
  | { kind: "mistaken"; refusals: Refusal[]; keepsAttempt: boolean }
  /** The visitor's token was no longer good: nothing was ordered. */
  | { kind: "signedOut"; refusal: TokenRefusal }
  /** The address looks mistyped: the buyer is asked, once. */
  | { kind: "askedBack"; question: Required<EmailQuestion> }
  /**
   * The form showed a price that is not the one to pay. `couponRefused`: why the payments API does not take the coupon from
   * this buyer; without it the coupon is asked about.
   */
  | { kind: "repriced"; before: Quote; couponRefused?: CouponReason };

/** Whether sending the form again is the same purchase. */
export const keepsAttempt = (again: Again): boolean =>
  again.kind === "askedBack" || again.kind === "signedOut" || (again.kind === "mistaken" && again.keepsAttempt);

/** The status of the page that shows a form again. */
export function statusOf(again: Again, errors: readonly unknown[]): 200 | 403 | 422 {
  const isGated = again.kind === "mistaken" && again.refusals.some(({ mistake }) => mistake === "gated");
  return isGated ? 403 : errors.length > 0 ? 422 : 200;
}

/** What is said above a form, and beside its fields. */
export interface Words {
  errors: { field: string; message: string }[];
  notice?: string;
}

/** Puts into words what is wrong with a form, and how its price differs from the one it showed before. */
export function wordsOf(lang: LocaleCode, again: Again, { offer, refused }: Tried): Words {
  const t = translate(lang);
  const coupon =
    refused === undefined ? [] : [{ field: "coupon", message: t(`form-answers:couponRefused.${refused}`) }];
  switch (again.kind) {
    case "asked":
      return { errors: coupon };
    case "mistaken": {
      const mistakes = again.refusals.map(({ field, mistake }) => ({ field, message: mistakeWords(lang, mistake) }));
      return { errors: [...mistakes, ...coupon] };
    }
    case "signedOut":
      return { errors: [{ field: "quote", message: mistakeWords(lang, "signedOut") }, ...coupon] };
    case "askedBack": {
      const message = t("form-answers:mistakes.didYouMean", { email: again.question.suggested });
      return { errors: [{ field: "email", message }, ...coupon] };
    }
    case "repriced": {
      const news = priceNews(lang, again.before, offer, coupon.length > 0);
      return { notice: news.notice, errors: [...coupon, ...news.errors] };
    }
  }
}

/** A mistake in words. */
export const mistakeWords = (lang: LocaleCode, mistake: Mistake, prices = { before: "", now: "" }): string =>
  translate(lang)(`form-answers:mistakes.${mistake}`, prices);

/** A coupon that was typed and not yet applied is good news; any other new price is told as what it is. */
function priceNews(lang: LocaleCode, before: Quote, offer: Offer, isExplained: boolean): Words {
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
  return { errors: [{ field: "quote", message: mistakeWords(lang, mistake, prices) }] };
}

/** What is paid today for an offer. */
export const priceOf = ({ dueToday, amounts }: Offer): Money => ({ amount: dueToday, currency: amounts.currency });

export const isSamePrice = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
